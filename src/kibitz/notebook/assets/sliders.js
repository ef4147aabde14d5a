// A slider for each parameter, and what the game comes to.
export default {
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "kibitz";
    const shown = document.createElement("div");
    const status = document.createElement("div");
    status.className = "status";
    status.setAttribute("role", "status");
    for (const [name, values] of Object.entries(model.get("ranges"))) {
      const line = document.createElement("div");
      const label = document.createElement("label");
      const slider = document.createElement("input");
      const value = document.createElement("span");
      slider.type = "range";
      slider.min = "0";
      slider.max = String(values.length - 1);
      slider.value = String(model.get("places")[name]);
      value.textContent = ` ${values[slider.value]}`;
      slider.addEventListener("input", () => {
        value.textContent = ` ${values[slider.value]}`;
      });
      slider.addEventListener("change", () => model.send({ name, place: Number(slider.value) }));
      label.append(`${name} `, slider);
      line.append(label, value);
      root.append(line);
    }
    const show = () => {
      shown.innerHTML = model.get("shown");
      status.textContent = model.get("status");
    };
    model.on("change:shown", show);
    model.on("change:status", show);
    show();
    root.append(status, shown);
    el.append(root);
  },
};
