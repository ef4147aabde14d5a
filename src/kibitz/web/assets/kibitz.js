// What the pages need in the browser itself: completion, files that are dropped, recent games.
"use strict";
window.kibitz = (() => {
  const RECENT = "kibitz-recent", MOST_RECENT = 12, MOST_SHOWN = 8;

  const recent = () => {
    try { return JSON.parse(localStorage.getItem(RECENT)) || []; } catch { return []; }
  };

  // Note that a game was opened.
  function remember(name, address) {
    const others = recent().filter((one) => one.address !== address);
    try {
      localStorage.setItem(RECENT, JSON.stringify([{ name, address }, ...others].slice(0, MOST_RECENT)));
    } catch { /* a browser that keeps nothing */ }
  }

  function showRecent(id) {
    const list = document.getElementById(id), games = recent();
    if (!list) return;
    list.replaceChildren(...games.map(({ name, address }) => {
      const item = document.createElement("li"), way = document.createElement("a");
      way.textContent = name;
      way.href = address.startsWith("/") ? address : "/";
      item.append(way);
      return item;
    }));
    list.closest("section").hidden = games.length === 0;
  }

  // The address of the page, without loading it again.
  function settle(address) { history.replaceState(history.state, "", address); }

  // A text field that takes a game, and offers the names of those that are known by now.
  let offered = [];
  function complete(id, games) {
    const field = document.getElementById(id), list = document.getElementById(id + "-list");
    if (games) offered = games;
    if (!field) return;
    if (field.dataset.ready) {  // offer them to what was typed before they were known
      if (games && field.value && document.activeElement === field) field.dispatchEvent(new Event("input"));
      return;
    }
    field.dataset.ready = "yes";
    let chosen = -1;
    const close = () => { list.hidden = true; chosen = -1; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); };
    const take = (item) => { field.value = item.dataset.sample; close(); field.focus(); };
    const choose = (k) => {
      const items = [...list.children];
      if (!items.length) return;
      chosen = (k + items.length) % items.length;
      items.forEach((item, n) => item.setAttribute("aria-selected", n === chosen));
      field.setAttribute("aria-activedescendant", items[chosen].id);
      items[chosen].scrollIntoView({ block: "nearest" });
    };
    const offer = () => {
      const word = field.value.split("+").pop().trim().toLowerCase().replace(/['’]/g, "").replace(/[\s_]+/g, "-");
      const rank = (g) => (g.name === word ? -1 : g.name.indexOf(word)) * 100 + g.name.length;
      const named = offered.filter((g) => word && g.name.includes(word)).sort((a, b) => rank(a) - rank(b));
      // Where no name has it, a description may: draughts are found under checkers.
      const said = new RegExp("\\b" + word.replace(/[^a-z-]/g, "").replace(/-/g, "[ -]"), "i");
      const told = named.length || !/^[a-z-]{4,}$/.test(word) ? [] : offered.filter((g) => said.test(g.about));
      const found = [...named, ...told].slice(0, MOST_SHOWN);
      if (!found.length) { close(); return; }
      const before = field.value.slice(0, field.value.lastIndexOf("+") + 1);
      list.replaceChildren(...found.map((g, n) => {
        const item = document.createElement("li"), what = document.createElement("small");
        item.id = `${id}-${n}`; item.setAttribute("role", "option"); item.setAttribute("aria-selected", "false");
        item.dataset.sample = (before ? before + " " : "") + g.sample;
        item.textContent = g.usage; what.textContent = g.about; item.append(what);
        item.addEventListener("mousedown", (e) => { e.preventDefault(); take(item); });
        return item;
      }));
      list.hidden = false; chosen = -1; field.setAttribute("aria-expanded", "true");
    };
    field.addEventListener("input", offer);
    field.addEventListener("input", () => {  // what was wrong with another text
      if (field.closest(".box").parentElement.querySelector(".error:not(.hidden)")) emitEvent("retyped");
    });
    field.addEventListener("blur", () => setTimeout(close, 150));
    field.addEventListener("paste", (e) => {
      const text = e.clipboardData.getData("text");
      if (!/[\r\n]/.test(text.trim())) return;
      e.preventDefault();
      const file = /^\s*(NFG|EFG|\{|\[)/i.test(text);
      field.value = text.trim().replace(/\s*[\r\n]+\s*/g, file ? " " : "; ").replace(/\t/g, " ");
      // Cells of a spreadsheet with names, or with decimal commas, are read as its file would be.
      const cells = text.split(/[\t\r\n]+/).map((cell) => cell.trim()).filter(Boolean);
      const pairs = cells.every((cell) => /^\S+\s*,\s*\S+$/.test(cell));
      const plain = cells.every((cell) => /^[-−+\d./ ]+$/.test(cell));
      pasted = !file && text.includes("\t") && !pairs && !plain ? { shown: field.value, text } : null;
      close();
    });
    field.addEventListener("keydown", (e) => {
      const open = !list.hidden;
      if (e.key === "ArrowDown" && open) { e.preventDefault(); choose(chosen + 1); }
      else if (e.key === "ArrowUp" && open) { e.preventDefault(); choose(chosen - 1); }
      else if (e.key === "Escape") close();
      else if (e.key === "Enter") {
        e.preventDefault();
        if (open && chosen >= 0) take(list.children[chosen]);
        else { close(); ask(id); }
      }
    });
    close();
  }

  // What stands in the field, or the table of a spreadsheet that was pasted there.
  let pasted = null;
  function ask(id) {
    const text = document.getElementById(id).value;
    if (!pasted || pasted.shown !== text) { emitEvent("asked", { text }); return; }
    emitEvent("dropped", { name: "the pasted table.csv", text: pasted.text, size: pasted.text.length });
  }

  const send = async (file, most) => {
    if (!file) return;
    if (file.size > most) emitEvent("dropped", { name: file.name, text: "", size: file.size });
    else emitEvent("dropped", { name: file.name, text: await file.text(), size: file.size });
  };

  // Files that are dropped anywhere on the page, or chosen.
  function takeFiles(id, most) {
    const input = document.getElementById(id);
    if (input) input.addEventListener("change", () => { send(input.files[0], most); input.value = ""; });
    if (document.body.dataset.drops) return;
    document.body.dataset.drops = "yes";
    const has = (e) => e.dataTransfer && [...e.dataTransfer.types].includes("Files");
    addEventListener("dragover", (e) => { if (has(e)) { e.preventDefault(); document.body.classList.add("dropping"); } });
    addEventListener("dragleave", (e) => { if (!e.relatedTarget) document.body.classList.remove("dropping"); });
    addEventListener("drop", (e) => {
      if (!has(e)) return;
      e.preventDefault(); document.body.classList.remove("dropping"); send(e.dataTransfer.files[0], most);
    });
  }

  // Buttons that copy a text say so for a moment.
  addEventListener("click", async (e) => {
    const button = e.target.closest && e.target.closest("[data-copy]");
    if (!button) return;
    const said = button.textContent;
    try { await navigator.clipboard.writeText(button.dataset.copy); button.textContent = "Copied"; }
    catch { button.textContent = "Not allowed"; }
    setTimeout(() => { button.textContent = said; }, 1500);
  });

  // A person may type before the server has said anything.
  addEventListener("keydown", (e) => { if (e.target.id === "ask") complete("ask"); }, true);

  return { remember, showRecent, settle, complete, ask, takeFiles };
})();
