// A board to play on: the picture, a button for each move, a hint, and a new game.
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
    const show = () => {
      picture.innerHTML = model.get("picture");
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
    for (const name of ["picture", "status", "moves", "log"]) model.on(`change:${name}`, show);
    show();
    el.append(root);
  },
};
