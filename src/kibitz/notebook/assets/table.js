// A table of payoffs to type into, with the answer beside it.
export default {
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "kibitz side";
    const left = document.createElement("div");
    const answer = document.createElement("div");
    const status = document.createElement("div");
    status.className = "status";
    status.setAttribute("role", "status");
    const table = document.createElement("table");
    left.append(table, status);
    root.append(left, answer);
    const cell = (tag, words) => {
      const made = document.createElement(tag);
      made.textContent = words;
      return made;
    };
    const build = () => {
      const head = document.createElement("tr");
      head.append(cell("th", ""), ...model.get("columns").map((name) => cell("th", name)));
      const lines = model.get("cells").map((line, row) => {
        const made = document.createElement("tr");
        made.append(cell("th", model.get("rows")[row]));
        line.forEach((text, column) => {
          const box = document.createElement("td");
          const input = document.createElement("input");
          input.type = "text";
          input.value = text;
          const names = [model.get("rows")[row], model.get("columns")[column]];
          input.setAttribute("aria-label", `payoff ${names.join(", ")}`);
          let sent = text;
          const send = () => {
            if (input.value !== sent) model.send({ row, column, text: (sent = input.value) });
          };
          input.addEventListener("change", send);
          input.addEventListener("keydown", (event) => {
            event.stopPropagation(); // notebooks take keys for commands
            if (event.key === "Enter") send();
          });
          box.append(input);
          made.append(box);
        });
        return made;
      });
      table.replaceChildren(head, ...lines);
    };
    const show = () => {
      answer.innerHTML = model.get("answer");
      status.textContent = model.get("status");
    };
    model.on("change:answer", show);
    model.on("change:status", show);
    build();
    show();
    el.append(root);
  },
};
