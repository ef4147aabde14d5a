// Sheets: report what is typed, pressed, pasted and dragged in them; say beside a field what is wrong.
"use strict";
window.kibitzSheet = (() => {
  const sheetOf = (e) => e.target.closest && e.target.closest("[data-sheet]");
  const report = (sheet, told) => emitEvent("sheet", { sheet: sheet.dataset.sheet, ...told });
  const waiting = new Map();

  function typed(e) {
    const sheet = sheetOf(e), key = e.target.dataset && e.target.dataset.key;
    if (!sheet || key === undefined || !("value" in e.target) || e.target.tagName === "BUTTON") return;
    const value = e.target.type === "checkbox" ? String(e.target.checked) : e.target.value;
    clearTimeout(waiting.get(key));
    const done = e.type === "change";
    const send = () => { waiting.delete(key); report(sheet, { key, value, done }); };
    if (e.type === "change" || e.target.tagName === "SELECT") send();
    else waiting.set(key, setTimeout(send, 120));
  }

  function pasted(e) {
    const sheet = sheetOf(e), key = e.target.dataset && e.target.dataset.key;
    if (!sheet || !key || e.target.tagName !== "INPUT") return;
    const text = e.clipboardData.getData("text").replace(/\s+$/, "");
    if (!/[\t\n]/.test(text)) return;
    e.preventDefault();
    report(sheet, { key, rows: text.split(/\r?\n/).map((row) => row.split("\t")) });
  }

  // Arrow keys and Enter go to the next cell in a table.
  function walked(e) {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[e.key], sheet = sheetOf(e);
    if (!step || !sheet || e.target.tagName !== "INPUT") return;
    const box = e.target.closest("td, th");
    if (!box) return;
    const row = box.parentElement, rows = [...row.parentElement.children];
    const next = rows[rows.indexOf(row) + step], same = next && next.children[box.cellIndex];
    const field = same && same.querySelector("input");
    if (field) { e.preventDefault(); field.focus(); field.select(); }
  }

  function pressed(e) {
    const sheet = sheetOf(e), button = e.target.closest("[data-act]");
    if (sheet && button && sheet.contains(button) && !button.disabled)
      report(sheet, { act: button.dataset.act, key: button.dataset.key || "" });
  }

  // Things with data-drag are dropped on others; points with data-point are moved about.
  let held = null;
  const place = (svg, e) => {
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  };
  // A tree that is larger than its window follows what is dragged to its edge.
  function scrollAlong(tree, e) {
    if (!tree) return;
    const box = tree.getBoundingClientRect(), near = 40, step = 18;
    if (e.clientY > box.bottom - near) tree.scrollTop += step;
    if (e.clientY < box.top + near) tree.scrollTop -= step;
    if (e.clientX > box.right - near) tree.scrollLeft += step;
    if (e.clientX < box.left + near) tree.scrollLeft -= step;
  }
  addEventListener("pointerdown", (e) => {
    const thing = e.target.closest && e.target.closest("[data-drag], [data-point]");
    const sheet = sheetOf(e);
    if (!thing || !sheet || e.button) return;
    held = { thing, sheet, svg: thing.ownerSVGElement, x: e.clientX, y: e.clientY, moved: false };
    if (e.pointerType !== "touch") e.preventDefault();
    thing.focus();
  });
  addEventListener("pointermove", (e) => {
    if (!held) return;
    if (Math.hypot(e.clientX - held.x, e.clientY - held.y) > 5) held.moved = true;
    if (!held.moved) return;
    if (held.thing.dataset.point !== undefined) {
      const at = place(held.svg, e);
      held.thing.setAttribute("cx", at.x); held.thing.setAttribute("cy", at.y);
    } else {
      held.sheet.classList.add("dragging");
      scrollAlong(held.thing.closest(".tree"), e);
    }
  });
  addEventListener("pointerup", (e) => {
    if (!held) return;
    const { thing, sheet, svg, moved } = held;
    held = null;
    sheet.classList.remove("dragging");
    if (thing.dataset.point !== undefined) {
      if (moved) report(sheet, { act: "moved", key: thing.dataset.point, ...place(svg, e) });
      else report(sheet, { act: "touched", key: thing.dataset.point });
      return;
    }
    const under = document.elementFromPoint(e.clientX, e.clientY);
    const other = under && under.closest("[data-drag]");
    if (other && other !== thing && sheet.contains(other))
      report(sheet, { act: "drop", key: thing.dataset.drag, other: other.dataset.drag });
    else if (!moved) {
      if (thing.classList.contains("cell-can")) thing.classList.add("cell-pressed");  // until the board is drawn again
      report(sheet, { act: "touched", key: thing.dataset.drag });
    }
  });
  addEventListener("keydown", (e) => {
    const thing = e.target.closest && e.target.closest("[data-drag], [data-point]"), sheet = sheetOf(e);
    if (!thing || !sheet) return;
    const key = thing.dataset.drag ?? thing.dataset.point;
    if (e.key === "Enter" || e.key === " ") { e.preventDefault(); report(sheet, { act: "touched", key }); }
    else if (e.key === "Delete" || e.key === "Backspace") { e.preventDefault(); report(sheet, { act: "erased", key }); }
    else if (thing.dataset.point !== undefined && e.key.startsWith("Arrow")) {
      e.preventDefault();
      report(sheet, { act: "nudged", key, way: e.key.slice(5).toLowerCase() });
    }
  });
  // A click on the paper of a drawing.
  addEventListener("click", (e) => {
    const sheet = sheetOf(e), paper = e.target.closest && e.target.closest("[data-paper]");
    if (sheet && paper) report(sheet, { act: "clicked", key: paper.dataset.paper, ...place(paper.ownerSVGElement, e) });
  });
  addEventListener("keydown", (e) => {
    const sheet = sheetOf(e), paper = e.target.dataset && e.target.dataset.paper;
    if (!sheet || paper === undefined || (e.key !== "Enter" && e.key !== " ")) return;
    e.preventDefault();
    report(sheet, { act: "clicked", key: paper, middle: true });
  });
  // What is pointed at, or has the focus, tells about itself.
  for (const kind of ["pointerover", "focusin"]) addEventListener(kind, (e) => {
    const thing = e.target.closest && e.target.closest("[data-told]"), sheet = sheetOf(e);
    const place = thing && sheet && sheet.querySelector("[data-telling]");
    if (place) place.textContent = thing.dataset.told;
  });
  // Cells that mean the same, such as those of a column, are lit together.
  addEventListener("pointerover", (e) => {
    for (const lit of document.querySelectorAll(".cell-lit")) lit.classList.remove("cell-lit");
    const cell = e.target.closest && e.target.closest(".cell-can");
    if (!cell) return;
    for (const other of cell.ownerSVGElement.querySelectorAll(".cell-can"))
      if (other.dataset.drag === cell.dataset.drag) other.classList.add("cell-lit");
  });
  // The tabulator indents code.
  addEventListener("keydown", (e) => {
    if (e.key !== "Tab" || e.shiftKey || e.ctrlKey || !e.target.closest(".code textarea")) return;
    e.preventDefault();
    document.execCommand("insertText", false, "    ");
  });
  addEventListener("input", typed);
  addEventListener("change", typed);
  addEventListener("paste", pasted);
  addEventListener("keydown", walked);
  addEventListener("click", pressed);

  function tell(name, faults, focus, idle) {
    const sheet = document.querySelector(`[data-sheet="${name}"]`);
    if (!sheet) return;
    for (const way of ["undo", "redo"]) for (const button of sheet.querySelectorAll(`[data-act="${way}"]`))
      button.disabled = idle.includes(way);
    for (const field of sheet.querySelectorAll("[data-key]")) {
      if (field.tagName === "BUTTON") continue;
      const fault = faults[field.dataset.key], id = `${name}-${field.dataset.key}-fault`;
      let said = document.getElementById(id);
      field.setAttribute("aria-invalid", fault ? "true" : "false");
      if (fault) {
        if (!said) {
          said = document.createElement("small");
          said.id = id; said.className = "error"; said.setAttribute("role", "alert");
          field.after(said);
        }
        if (said.textContent !== fault) said.textContent = fault;
        field.setAttribute("aria-describedby", id);
      } else if (said) { said.remove(); field.removeAttribute("aria-describedby"); }
    }
    if (focus) {
      const field = [...sheet.querySelectorAll("[data-key], [data-drag], [data-point]")]
        .find((f) => (f.dataset.key ?? f.dataset.drag ?? f.dataset.point) === focus && f.tagName !== "BUTTON");
      if (field) { field.focus(); if (field.select) field.select(); }
    }
  }
  // Fields show what the sheet says, not what was typed before it was drawn.
  function restore(name) {
    const sheet = document.querySelector(`[data-sheet="${name}"]`);
    for (const field of sheet ? sheet.querySelectorAll("[data-key]") : []) {
      if (waiting.has(field.dataset.key)) continue;
      if (field.type === "checkbox") field.checked = field.defaultChecked;
      else if (field.tagName === "SELECT") field.value = ([...field.options].find((o) => o.defaultSelected) ?? field.options[0]).value;
      else if ("defaultValue" in field && field.value !== field.defaultValue) field.value = field.defaultValue;
    }
  }
  // New labels for what stands there, without disturbing what is being typed.
  function relabel(name, html) {
    const sheet = document.querySelector(`[data-sheet="${name}"]`);
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const known = (e) => `${e.tagName.toLowerCase()} ${e.dataset.act ?? ""} ${e.dataset.key ?? e.dataset.drag ?? e.dataset.point}`;
    const labels = new Map([...fresh.querySelectorAll("[aria-label]")].map((e) => [known(e), e.getAttribute("aria-label")]));
    for (const thing of sheet ? sheet.querySelectorAll("[aria-label]") : []) {
      const label = labels.get(known(thing));
      if (label !== undefined) thing.setAttribute("aria-label", label);
      if (label !== undefined && thing.hasAttribute("title")) thing.setAttribute("title", label);
    }
  }
  return { tell, restore, relabel };
})();
