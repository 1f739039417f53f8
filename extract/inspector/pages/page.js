// Switches between methods and layers, and shows the block under the pointer. No text is ever used as markup here.
(() => {
  "use strict";
  const part = id => document.getElementById(id);
  const all = [...document.querySelectorAll("[data-block]")];
  const items = all.filter(one => one.localName === "li"), marks = all.filter(one => one.localName === "rect");
  const pairs = new Map();
  for (const one of all) pairs.set(one.dataset.block, [...(pairs.get(one.dataset.block) ?? []), one]);
  const value = id => part(id)?.value ?? "";
  const isShown = one => !one.classList.contains("out");
  let current = null;

  const draw = () => {
    const method = Number(value("method") || 0), other = value("other"), shown = value("shown"), count = {kept: 0, dropped: 0, differs: 0};
    for (const one of all) {
      const bits = one.dataset.kept, isKept = bits[method] === "1", differs = other !== "" && bits[Number(other)] !== bits[method];
      const is = {kept: isKept, dropped: !isKept, differs};
      for (const name in is) {
        one.classList.toggle(name, is[name]);
        if (one.localName === "li" && is[name]) count[name] += 1;
      }
      const isOut = shown !== "" && !is[shown];
      one.classList.toggle("out", isOut);
      one.toggleAttribute("hidden", isOut);
    }
    for (const one of document.querySelectorAll("[data-method]")) one.hidden = Number(one.dataset.method) !== method;
    part("counts").textContent = `${count.kept} ${count.kept === 1 ? "block" : "blocks"} kept, ${count.dropped} dropped${other === "" ? "" : `, ${count.differs} different`}`;
    for (const group of [items, marks]) enter(group);
  };
  const enter = group => {  // Tab reaches one of each group
    const first = group.find(one => isShown(one) && one.dataset.block === current) ?? group.find(isShown);
    for (const one of group) one.setAttribute("tabindex", one === first ? "0" : "-1");
  };
  const show = number => {
    current = number;
    for (const one of all) {
      one.classList.toggle("now", one.dataset.block === number);
      one.setAttribute("aria-selected", String(one.dataset.block === number));
    }
    const item = pairs.get(number)?.find(one => one.localName === "li");
    if (!item) return;
    const line = (name, text) => {
      const made = document.createElement(name);
      made.textContent = text;
      return made;
    };
    part("current").replaceChildren(
      line("p", item.querySelector("b").textContent), line("code", item.querySelector("code").textContent),
      line("pre", item.querySelector("span").textContent));
  };
  const step = (from, by) => {
    const group = from.localName === "li" ? items : marks, seen = group.filter(isShown);
    const next = seen[seen.indexOf(from) + by];
    if (next) next.focus();
  };
  const jump = from => {
    const to = pairs.get(from.dataset.block).find(one => one !== from && isShown(one));
    if (!to) return;
    const around = to.closest("details");
    if (around) around.open = true;
    to.focus();
  };
  for (const one of all) {
    one.addEventListener("pointerenter", () => show(one.dataset.block));
    one.addEventListener("focus", () => { show(one.dataset.block); enter(one.localName === "li" ? items : marks); });
    one.addEventListener("click", () => { one.focus(); jump(one); });
    one.addEventListener("keydown", event => {
      const by = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1}[event.key];
      if (by) step(one, by);
      else if (event.key === "Enter" || event.key === " ") jump(one);
      else return;
      event.preventDefault();
    });
  }
  for (const id of ["method", "other", "shown"]) part(id)?.addEventListener("change", draw);
  part("layer")?.addEventListener("change", () => {
    const layer = value("layer");
    for (const name of ["blocks", "records", "evidence"]) {
      for (const id of [name, `${name}-legend`]) part(id)?.toggleAttribute("hidden", layer !== name);
    }
  });
  draw();
})();
