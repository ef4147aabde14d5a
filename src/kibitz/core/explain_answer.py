"""The derivation of an answer whose method tells no steps of its own: the claim and its proof."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Step
from kibitz.core.solution import Answers, Solution
from kibitz.core.verbs import explain


@explain.register
def explain_claim(answer: Solution) -> Explanation:
    """What is claimed, and why it is so: the theorem and everything that was checked.

    Parameters
    ----------
    answer : Solution
        An answer of any kind.

    Returns
    -------
    Explanation
        The claim and its proof.
    """
    proof = answer.verify()
    lines = "\n".join(str(check) for check in proof.checks)
    verdict = f"this follows from {proof.theorem}" if proof else "this is NOT proved"
    steps = (
        Step("The answer", str(answer)),
        Step("Verification", f"{proof.claim}: {verdict}.\n{lines}"),
    )
    return Explanation(getattr(answer.game, "title", "") or "The answer and its proof", steps)


@explain.register
def explain_answers(answers: Answers) -> Explanation:
    """The derivations of several answers, one after another.

    Parameters
    ----------
    answers : Answers
        Answers about one game.

    Returns
    -------
    Explanation
        The steps of each, with the name of its method.
    """
    steps = tuple(
        Step(f"{name}: {step.heading}", step.prose, step.table, step.picture)
        for name, answer in answers.answers
        for step in answer.explain().steps
    )
    return Explanation(getattr(answers.game, "title", "") or "Several answers", steps)
