// The simplex of three strategies; a click follows the dynamics from there.
const SVG = "http://www.w3.org/2000/svg";
const CORNERS = [
  [200, 24],
  [24, 324],
  [376, 324],
];
const COLORS = ["#c2410c", "#1d4ed8", "#15803d", "#a21caf", "#0e7490", "#a16207"];

export default {
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "kibitz";
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 400 360");
    svg.setAttribute("width", "400");
    svg.setAttribute("role", "img");
    const status = document.createElement("div");
    status.className = "status";
    status.setAttribute("role", "status");
    const clear = document.createElement("button");
    clear.type = "button";
    clear.textContent = "clear";
    clear.addEventListener("click", () => model.send({ ask: "clear" }));
    const spot = (mix) =>
      [0, 1].map((axis) => mix.reduce((sum, p, k) => sum + p * CORNERS[k][axis], 0));
    const draw = (tag, attributes, words) => {
      const made = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      if (words !== undefined) made.textContent = words;
      svg.append(made);
    };
    const show = () => {
      svg.replaceChildren();
      const outline = CORNERS.map((p) => p.join(",")).join(" ");
      draw("polygon", { points: outline, fill: "transparent", stroke: "currentColor" });
      model.get("labels").forEach((name, k) => {
        const [x, y] = CORNERS[k];
        const low = k === 0 ? y - 8 : y + 22;
        draw("text", { x, y: low, "text-anchor": "middle", fill: "currentColor" }, name);
      });
      model.get("paths").forEach((path, k) => {
        const color = COLORS[k % COLORS.length];
        const points = path.map((mix) => spot(mix).join(",")).join(" ");
        draw("polyline", { points, fill: "none", stroke: color, "stroke-width": "1.5" });
        const [x, y] = spot(path[0]);
        draw("circle", { cx: x, cy: y, r: 3, fill: color });
      });
      status.textContent = model.get("status");
    };
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * 400;
      const y = ((event.clientY - box.top) / box.height) * 360;
      const [a, b, c] = CORNERS;
      const area = (b[1] - c[1]) * (a[0] - c[0]) + (c[0] - b[0]) * (a[1] - c[1]);
      const p = ((b[1] - c[1]) * (x - c[0]) + (c[0] - b[0]) * (y - c[1])) / area;
      const q = ((c[1] - a[1]) * (x - c[0]) + (a[0] - c[0]) * (y - c[1])) / area;
      if (p >= 0 && q >= 0 && p + q <= 1) model.send({ at: [p, q, 1 - p - q] });
    });
    for (const name of ["paths", "labels", "status"]) model.on(`change:${name}`, show);
    show();
    root.append(svg, status, clear);
    el.append(root);
  },
};
