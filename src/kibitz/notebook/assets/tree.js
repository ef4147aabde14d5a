// A tree whose branches open and close; what is closed is not built.
export default {
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "kibitz";
    const build = (node, label, level) => {
      if ("pays" in node) {
        const leaf = document.createElement("div");
        leaf.className = "leaf";
        leaf.textContent = `${label ? label + ": " : ""}${node.pays}`;
        return leaf;
      }
      const made = document.createElement("details");
      const head = document.createElement("summary");
      head.textContent = label ? `${label} ` : "";
      const who = document.createElement("span");
      who.className = "who";
      who.textContent = node.knows ? `${node.who}, ${node.knows}` : node.who;
      head.append(who);
      made.append(head);
      let built = false;
      const fill = () => {
        if (built) return;
        built = true;
        for (const branch of node.branches) {
          made.append(build(branch.node, branch.move, level + 1));
        }
      };
      made.addEventListener("toggle", fill);
      if (level < model.get("deep")) {
        fill();
        made.open = true;
      }
      return made;
    };
    const show = () => root.replaceChildren(build(model.get("tree"), "", 0));
    model.on("change:tree", show);
    model.on("change:deep", show);
    show();
    el.append(root);
  },
};
