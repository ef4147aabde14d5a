// A board to play on: the picture to click on, a button for each move, a hint, and a new game.
export default {
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "kibitz";
    const part = (name) => {
      const made = document.createElement("div");
      made.className = name;
      root.append(made);
      return made;
    };
    const picture = part("picture");
    const status = part("status");
    status.setAttribute("role", "status");
    const moves = part("moves");
    const tools = part("tools");
    const log = part("log");
    const button = (words, message, where) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = words;
      made.addEventListener("click", () => model.send(message));
      where.append(made);
    };
    button("hint", { ask: "hint" }, tools);
    button("begin again", { ask: "again" }, tools);
    let chosen = [];
    const fitting = () =>
      (model.get("clicks") ?? [])
        .map((cells, k) => [cells, model.get("moves")[k]])
        .filter(([cells]) => cells.length && chosen.every((word, k) => cells[k] === word));
    const next = () => new Set(fitting().map(([cells]) => cells[chosen.length]));
    const click = (word) => {
      if (!next().has(word)) chosen = [];
      if (next().has(word)) chosen = [...chosen, word];
      const fits = fitting();
      const whole = fits.filter(([cells]) => cells.length === chosen.length);
      if (chosen.length && whole.length === 1 && fits.length === 1) {
        chosen = [];
        model.send({ move: whole[0][1] });
      }
      cover();
    };
    const cover = () => {
      const svg = picture.querySelector("svg");
      if (!svg) return;
      svg.querySelector("g.places")?.remove();
      const space = "http://www.w3.org/2000/svg";
      const group = document.createElementNS(space, "g");
      group.setAttribute("class", "places");
      const can = next();
      for (const cell of model.get("cells") ?? []) {
        const made = document.createElementNS(space, "polygon");
        made.setAttribute("points", cell.outline.map((at) => at.join(",")).join(" "));
        const kind = chosen.includes(cell.word) ? "chosen" : can.has(cell.word) ? "can" : "idle";
        made.setAttribute("class", kind);
        if (kind !== "idle") {
          made.setAttribute("role", "button");
          made.setAttribute("tabindex", "0");
          made.setAttribute("aria-label", `place ${cell.name || cell.word}`);
        }
        made.addEventListener("click", () => click(cell.word));
        made.addEventListener("keydown", (event) => {
          if (event.key === "Enter" || event.key === " ") click(cell.word);
        });
        group.append(made);
      }
      svg.append(group);
    };
    const show = () => {
      chosen = [];
      picture.innerHTML = model.get("picture");
      cover();
      status.textContent = model.get("status");
      moves.replaceChildren();
      for (const move of model.get("moves")) button(move, { move }, moves);
      log.replaceChildren(
        ...model.get("log").map((line) => {
          const made = document.createElement("div");
          made.textContent = line;
          return made;
        }),
      );
      log.scrollTop = log.scrollHeight;
    };
    for (const name of ["picture", "cells", "clicks", "status", "moves", "log"]) model.on(`change:${name}`, show);
    show();
    el.append(root);
  },
};
