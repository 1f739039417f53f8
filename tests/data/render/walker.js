// Layout boxes by walking the page from a script: the second way of measuring, against which the first is checked.
() => {
  const pictures = new Set(["img", "svg", "canvas"]), frames = new Set(["video", "iframe", "embed", "object"]);
  const controls = new Set(["input", "select", "textarea", "button"]);
  const smallest = {t: 1, i: 8, v: 8, c: 8, b: 25};
  const all = [...document.querySelectorAll("*")], index = new Map(all.map((element, i) => [element, i]));
  const seen = (element) => {
    if (getComputedStyle(element).visibility !== "visible") return false;
    for (let e = element; e; e = e.parentElement) if (parseFloat(getComputedStyle(e).opacity) === 0) return false;
    return true;
  };
  const rows = [];
  const add = (kind, element, rect, lines, chars) => {
    if (Math.min(rect.width, rect.height) < smallest[kind] || !seen(element)) return;
    const style = getComputedStyle(element), heading = element.closest("h1,h2,h3,h4,h5,h6");
    rows.push([kind, index.get(element), Math.round(rect.left + scrollX), Math.round(rect.top + scrollY),
               Math.round(rect.width), Math.round(rect.height), lines, chars,
               Math.round(parseFloat(style.fontSize)), parseInt(style.fontWeight),
               element.closest("a[href]") ? 1 : 0, heading ? +heading.tagName[1] : 0]);
  };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const chars = node.data.split(/\s+/).filter(Boolean).join(" ").length;
      if (!chars || node.parentElement.closest("svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].filter(r => r.width).map(r => Math.round(r.top)));
      add("t", node.parentElement, range.getBoundingClientRect(), lines.size, chars);
      continue;
    }
    const tag = node.tagName.toLowerCase();
    if (tag !== "svg" && node.closest("svg")) continue;
    const kind = pictures.has(tag) ? "i" : frames.has(tag) ? "v" : controls.has(tag) ? "c" : "";
    if (kind) add(kind, node, node.getBoundingClientRect(), 0, 0);
    if (getComputedStyle(node).backgroundImage.includes("url(")) add("b", node, node.getBoundingClientRect(), 0, 0);
  }
  return rows;
}
