// A tetrahedron with convex sets in it that is turned by dragging, by arrow keys and by buttons.
"use strict";
window.kibitzSolid = (() => {
  const CORNERS = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], NS = "http://www.w3.org/2000/svg";
  const STEP = Math.PI / 18, SIZE = 102, MIDDLE = [230, 212];
  const mix = (shares) => [0, 1, 2].map((k) => shares.reduce((sum, s, i) => sum + s * CORNERS[i][k], 0));

  // The first corner is put on top, so that turning is about the axis through it.
  const UP = (() => {
    const r = Math.sqrt, up = [1, 1, 1].map((x) => x / r(3)), out = [1, -1, 0].map((x) => x / r(2));
    return [out, up, [up[1] * out[2] - up[2] * out[1], up[2] * out[0] - up[0] * out[2], up[0] * out[1] - up[1] * out[0]]];
  })();
  function turned(place, yaw, pitch) {
    const [a, b, c] = UP.map((axis) => axis.reduce((sum, x, k) => sum + x * place[k], 0));
    const x = a * Math.cos(yaw) + c * Math.sin(yaw), z = c * Math.cos(yaw) - a * Math.sin(yaw);
    return [x, b * Math.cos(pitch) - z * Math.sin(pitch), z * Math.cos(pitch) + b * Math.sin(pitch)];
  }
  const seen = ([x, y]) => [MIDDLE[0] + SIZE * x, MIDDLE[1] - SIZE * y];
  const less = (a, b) => a.map((x, k) => x - b[k]);
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const middle = (all) => [0, 1, 2].map((k) => all.reduce((sum, p) => sum + p[k], 0) / all.length);

  // Whether a face of a solid looks at us; a flat one always does.
  function faces(corners, center) {
    if (corners.length < 3) return true;
    let normal = [0, 0, 0];
    for (let k = 1; k + 1 < corners.length; k++) {
      const next = cross(less(corners[k], corners[0]), less(corners[k + 1], corners[0]));
      if (dot(next, next) > dot(normal, normal)) normal = next;
    }
    const outward = dot(normal, less(middle(corners), center));
    return Math.abs(outward) < 1e-9 || normal[2] * outward > 0;
  }
  function put(svg, name, attributes, text = "") {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    svg.append(made);
    return made;
  }
  // A solid: its faces behind first, then those in front; edges that only faces behind have are dashed.
  function solid(svg, vertices, sides, kind) {
    const center = middle(vertices), edges = new Map();
    const told = sides.map((side) => ({ side, front: faces(side.map((k) => vertices[k]), center) }));
    told.sort((a, b) => a.front - b.front);
    for (const { side, front } of told) {
      const spots = side.map((k) => seen(vertices[k]).map((x) => x.toFixed(1)).join(",")).join(" ");
      if (side.length > 2) put(svg, "polygon", { class: `${kind} ${front ? "front" : "back"}`, points: spots });
      side.forEach((k, n) => {
        const other = side[(n + 1) % side.length], key = [k, other].sort((a, b) => a - b).join();
        if (k !== other) edges.set(key, front || edges.get(key) || false);
      });
    }
    for (const [key, front] of [...edges].sort((a, b) => a[1] - b[1])) {
      const [[x1, y1], [x2, y2]] = key.split(",").map((k) => seen(vertices[+k]));
      put(svg, "line", { class: `${kind} edge-${front ? "front" : "back"}`, x1, y1, x2, y2 });
    }
    if (kind !== "frame") for (const vertex of vertices) {
      const [cx, cy] = seen(vertex);
      put(svg, "circle", { class: `${kind} vertex-dot`, cx, cy, r: vertices.length > 1 ? 3 : 7 });
    }
  }
  function draw(svg) {
    const space = JSON.parse(svg.dataset.solid), yaw = +svg.dataset.yaw, pitch = +svg.dataset.pitch;
    const at = (shares) => turned(mix(shares), yaw, pitch);
    svg.replaceChildren();
    const corners = [0, 1, 2, 3].map((k) => at([0, 1, 2, 3].map((i) => +(i === k))));
    solid(svg, corners, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]], "frame");
    space.sets.forEach((set, k) => solid(svg, set.vertices.map(at), set.faces, `set-${k}`));
    space.points.forEach((point, k) => {
      const [cx, cy] = seen(at(point.at));
      const made = put(svg, "circle", { class: `point-${k}`, cx, cy, r: 6 });
      put(made, "title", {}, `${point.name} ${point.payoffs}`);
    });
    corners.forEach((corner, k) => {
      const [x, y] = seen(corner.map((v) => v * 1.16)), where = { x, y, "text-anchor": "middle" };
      put(svg, "text", { ...where, class: `p${k} player` }, space.players[k]);
      put(svg, "text", { ...where, y: y + 15, class: "faint" }, space.corners[k]);
    });
    svg.dataset.drawn = `${yaw} ${pitch}`;
  }
  function turn(svg, dx, dy) {
    const pitch = Math.max(-1.5, Math.min(1.5, +svg.dataset.pitch + dy));
    svg.dataset.yaw = (+svg.dataset.yaw + dx).toFixed(4);
    svg.dataset.pitch = pitch.toFixed(4);
    draw(svg);
  }
  const report = (svg) => {
    const sheet = svg.closest("[data-sheet]");
    if (sheet) emitEvent("sheet", { sheet: sheet.dataset.sheet, act: "turned", key: "", yaw: +svg.dataset.yaw, pitch: +svg.dataset.pitch });
  };
  const WAYS = { left: [-STEP, 0], right: [STEP, 0], up: [0, -STEP], down: [0, STEP] };
  let held = null;
  addEventListener("pointerdown", (e) => {
    const svg = e.target.closest && e.target.closest("svg[data-solid]");
    if (svg && !e.button) held = { svg, x: e.clientX, y: e.clientY };
  });
  addEventListener("pointermove", (e) => {
    if (!held) return;
    turn(held.svg, (e.clientX - held.x) / 120, (e.clientY - held.y) / 120);
    held.x = e.clientX; held.y = e.clientY;
  });
  addEventListener("pointerup", () => { if (held) report(held.svg); held = null; });
  addEventListener("pointercancel", () => { held = null; });
  addEventListener("keydown", (e) => {
    const svg = e.target.matches && e.target.matches("svg[data-solid]") && e.target;
    const way = svg && e.key.startsWith("Arrow") && WAYS[e.key.slice(5).toLowerCase()];
    if (!way) return;
    e.preventDefault(); turn(svg, ...way); report(svg);
  });
  addEventListener("click", (e) => {
    const button = e.target.closest && e.target.closest("[data-spin]");
    const svg = button && button.closest("[data-sheet]").querySelector("svg[data-solid]");
    if (svg) { turn(svg, ...WAYS[button.dataset.spin]); report(svg); }
  });
  const look = () => document.querySelectorAll("svg[data-solid]:not([data-drawn])").forEach(draw);
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
  return { draw };
})();
