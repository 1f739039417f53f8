(() => {
  const MIN_SIZE = 20;  // CSS px; a smaller frame counts visits, a smaller canvas tests the browser
  const skipped = new Set(), frames = [], scopes = [];
  const type = document.doctype ? "<!DOCTYPE " + document.doctype.name + ">" : "";
  const isSeen = (one) => {
    const {width, height} = one.getBoundingClientRect();
    return Math.min(width, height) >= MIN_SIZE && one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  };
  const look = (tree) => {  // finds what the markup of a tree does not hold
    for (const one of tree.querySelectorAll("*")) {
      if (one.shadowRoot) scopes.push({host: one, tree: one.shadowRoot});
      else if (one.tagName === "CANVAS" && isSeen(one)) skipped.add("canvas");
      else if (/^I?FRAME$/.test(one.tagName) && isSeen(one)) {
        const body = one.contentDocument?.body;
        if (!body) skipped.add("frame");
        else if (body.childElementCount || body.textContent.trim()) scopes.push({host: one, tree: body, isFrame: true});
      }
    }
  };
  const number = (elements, originals) => {
    let count = 0;
    for (const element of elements) {
      element.setAttribute("ELEMENT_NUMBER", count);
      originals?.get(element)?.setAttribute("ELEMENT_NUMBER", count);
      count++;
    }
    return count;
  };
  const end = (elements, html) => ({elements, html: type + html, frames, skipped: [...skipped]});

  look(document);
  for (let i = 0; i < scopes.length; i++) look(scopes[i].tree);
  if (!scopes.length)
    return end(number(document.querySelectorAll("*")), document.documentElement?.outerHTML ?? "");

  const inert = document.implementation.createHTMLDocument("");  // where no script of the page sees the copies
  const copies = new Map(), originals = new Map();
  const pair = (original, copy) => { copies.set(original, copy); originals.set(copy, original); };
  const copy = (original) => {
    const made = inert.importNode(original, true);
    pair(original, made);
    if (original.querySelectorAll) {
      const inside = made.querySelectorAll("*");
      original.querySelectorAll("*").forEach((one, i) => pair(one, inside[i]));
    }
    return made;
  };
  const root = copy(document.documentElement);
  for (const scope of scopes) {
    const light = copies.get(scope.host).childNodes;
    scope.light = [...light];
    scope.host.childNodes.forEach((one, i) => pair(one, light[i]));
    scope.nodes = [...scope.tree.childNodes].map(copy);
  }
  for (const {host, tree, nodes, light, isFrame} of scopes) {
    if (isFrame) {
      const frame = inert.createElement("div");
      for (const name of ["id", "class", "title"])
        if (host.hasAttribute(name)) frame.setAttribute(name, host.getAttribute(name));
      frame.setAttribute("FRAME_MARK", "");
      frame.append(...nodes);
      for (const name of ["href", "src"]) for (const one of tree.querySelectorAll(`[${name}]`))
        if (typeof one[name] === "string") copies.get(one).setAttribute(name, one[name]);  // as the frame reads it
      copies.get(host).replaceWith(frame);
      pair(host, frame);
      for (const outer of [tree, tree.parentNode]) outer.removeAttribute("ELEMENT_NUMBER");  // numbers are ours to give
      continue;
    }
    const place = copies.get(host);
    place.replaceChildren(...nodes);
    for (const slot of tree.querySelectorAll("slot")) {
      const given = slot.assignedNodes();
      if (given.length) copies.get(slot).replaceChildren(...given.map(one => copies.get(one)));
    }
    for (const made of light) if (!made.parentNode) place.append(made);  // shown nowhere
  }
  for (const set of [...root.querySelectorAll("frameset")]) {
    const block = inert.createElement(set.parentNode === root ? "body" : "div");
    block.append(...set.childNodes);
    set.replaceWith(block);
    pair(originals.get(set), block);
  }
  const elements = number([root, ...root.querySelectorAll("*")], originals);
  for (const {host, isFrame} of scopes) if (isFrame) {
    const style = getComputedStyle(host);
    frames.push([+host.getAttribute("ELEMENT_NUMBER"), host.clientLeft + parseFloat(style.paddingLeft || 0),
                 host.clientTop + parseFloat(style.paddingTop || 0)]);
  }
  return end(elements, root.outerHTML);
})()
