// Takes a person's labels of a page: its type, its blocks, its records. No text is ever used as markup here.
(() => {
  "use strict";
  const part = id => document.getElementById(id), body = document.body.dataset, begun = performance.now();
  const WIDE = body.wide.split(","), [LOW, HIGH] = body.doubtful.split(",").map(Number), SMALLEST = 8;
  const WIDE_OF = {documentation: "article", service: "article", listing: "list", collection: "list", forum: "thread"};
  const KINDS = ["block", "unit", "part"];
  const all = [...document.querySelectorAll("[data-block],[data-unit],[data-part]")];
  const kindOf = one => KINDS.find(kind => one.dataset[kind] !== undefined);
  const numberOf = one => Number(one.dataset[kindOf(one)]);
  const isItem = one => one.localName === "li";
  const group = (kind, wanted) => all.filter(one => kindOf(one) === kind && isItem(one) === wanted);
  const items = Object.fromEntries(KINDS.map(kind => [kind, group(kind, true)]));
  const marks = Object.fromEntries(KINDS.map(kind => [kind, group(kind, false).sort((a, b) => numberOf(a) - numberOf(b))]));
  const twins = new Map();
  for (const one of all) {
    const name = kindOf(one) + numberOf(one);
    twins.set(name, [...(twins.get(name) ?? []), one]);
  }

  // The labels. `kept` is null until someone changes the blocks that the models keep; `seen`: records were opened.
  const found = Object.fromEntries(items.unit.filter(one => one.dataset.found).map(one => [one.dataset.unit, JSON.parse(one.dataset.found)]));
  let said = {type: body.guessed, kept: null, records: found, seen: false};
  let past = [], layer = "blocks", tool = "", current = null, last = null, isBusy = false;
  const restore = () => {
    const kept = sessionStorage.getItem(body.id);
    if (kept) { ({said, past} = JSON.parse(kept)); return; }
    if (!body.answer) return;
    const answer = JSON.parse(body.answer);
    said = {type: answer.type ?? said.type, kept: answer.content, seen: answer.records !== null,
      records: answer.records ? Object.fromEntries(answer.records.map(({element, fields}) => [element, fields])) : found};
    if (!part("says").disabled) part("says").checked = answer.content !== null;
  };
  const change = work => {
    past.push(JSON.stringify(said));
    work();
    try { sessionStorage.setItem(body.id, JSON.stringify({said, past: past.slice(-200)})); } catch { /* too large to store */ }
    draw();
  };
  const wideType = () => WIDE_OF[said.type] ?? said.type;
  const modelled = () => {
    const at = Math.max(0, WIDE.indexOf(wideType()));
    return items.block.filter(one => one.dataset.kept[at] === "1").map(numberOf);
  };
  const keptNow = () => said.kept ?? modelled();

  // Shows it.
  const isDoubtful = one => {
    const shade = /\bp(\d+)\b/.exec(one.getAttribute("class"));
    return shade && shade[1] !== "10" && (Number(shade[1]) + .5) / 10 > LOW && (Number(shade[1]) + .5) / 10 < HIGH;
  };
  const draw = () => {
    for (const one of document.querySelectorAll("[data-type]")) one.setAttribute("aria-pressed", String(one.dataset.type === said.type));
    for (const one of document.querySelectorAll("[data-layer]")) one.setAttribute("aria-pressed", String(one.dataset.layer === layer));
    for (const one of document.querySelectorAll("[data-tool]")) one.setAttribute("aria-pressed", String(one.dataset.tool === tool));
    for (const one of document.querySelectorAll("[data-shown]")) one.hidden = one.dataset.shown !== layer;
    part("blocks")?.toggleAttribute("hidden", layer !== "blocks");
    for (const id of ["units", "names"]) part(id)?.toggleAttribute("hidden", layer !== "records");
    part("sure")?.toggleAttribute("hidden", !said.type || wideType() === part("sure").dataset.sure);
    document.body.classList.toggle("silent", !part("says").checked);
    document.body.classList.toggle("picks-parts", tool !== "");
    drawBlocks();
    drawRecords();
    for (const kind of KINDS) for (const some of [items[kind], marks[kind]]) enter(some);
  };
  const set = (one, classes, isChosen) => {
    for (const name in classes) one.classList.toggle(name, classes[name]);
    one.setAttribute("aria-checked", String(isChosen));
  };
  const drawBlocks = () => {
    const kept = new Set(keptNow());
    for (const one of [...items.block, ...marks.block]) set(one, {kept: kept.has(numberOf(one)), dropped: !kept.has(numberOf(one))}, kept.has(numberOf(one)));
    part("counts").textContent = part("says").checked ? `${kept.size} of ${items.block.length} blocks kept` : "content not labelled";
  };
  const drawRecords = () => {
    const names = new Map();
    for (const [unit, fields] of Object.entries(said.records)) for (const name in fields) {
      const at = `${fields[name]}`;
      if (!names.get(at)?.includes(name)) names.set(at, [...(names.get(at) ?? []), name]);
    }
    for (const one of [...items.unit, ...marks.unit]) set(one, {chosen: one.dataset.unit in said.records}, one.dataset.unit in said.records);
    const owned = new Map(items.part.map(one => [one.dataset.part, ownerOf(one)]));
    part("names")?.replaceChildren();
    for (const one of [...items.part, ...marks.part]) {
      const named = names.get(one.dataset.part), owner = owned.get(one.dataset.part);
      set(one, {named: Boolean(named)}, Boolean(named));
      one.toggleAttribute("hidden", !owner || (!isItem(one) && tool === ""));
      if (isItem(one)) one.querySelector("b").textContent = named?.join(", ") ?? "";
      else if (named) nameMark(one, named.join(", "));
    }
    const count = Object.keys(said.records).length;
    part("record-counts").textContent = said.seen ? `${count} records` : `${count} records, not labelled yet`;
  };
  const nameMark = (rect, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "text");
    made.setAttribute("x", rect.getAttribute("x"));
    made.setAttribute("y", String(Number(rect.getAttribute("y")) - 2));
    made.textContent = text;
    part("names").append(made);
  };
  const isShown = one => !one.hasAttribute("hidden") && !one.closest("[hidden]");
  const enter = some => {  // Tab reaches one of each kind
    const first = some.find(one => isShown(one) && kindOf(one) + numberOf(one) === current) ?? some.find(isShown);
    for (const one of some) one.setAttribute("tabindex", one === first ? "0" : "-1");
  };
  const show = one => {
    const name = kindOf(one) + numberOf(one);
    for (const other of twins.get(current) ?? []) other.classList.remove("now");
    current = name;
    for (const other of twins.get(name)) {
      other.classList.add("now");
      if (other !== one && isShown(other)) other.scrollIntoView({block: "nearest"});
    }
  };

  // Blocks.
  const toggle = (one, toHere) => {
    const kept = new Set(keptNow()), number = numberOf(one), isKept = !kept.has(number);
    const from = toHere && last !== null ? last : number;
    change(() => {
      for (const {dataset} of items.block) {
        const other = Number(dataset.block);
        if (other < Math.min(from, number) || other > Math.max(from, number)) continue;
        if (isKept) kept.add(other); else kept.delete(other);
      }
      said.kept = [...kept];
    });
    last = number;
  };

  // Records: a unit is a record or not; an element of it is a field or not.
  const unitOf = new Map(items.unit.map(one => [one.dataset.unit, one]));
  const ownerOf = one => {
    const number = numberOf(one);
    const around = Object.keys(said.records).filter(unit => unitOf.has(unit) && Number(unit) <= number && number < Number(unitOf.get(unit).dataset.end));
    return around.length ? String(Math.max(...around.map(Number))) : undefined;
  };
  const seenRecords = work => change(() => { said.seen = true; said.records = structuredClone(said.records); work(said.records); });
  const toggleUnits = units => seenRecords(records => {  // several are removed only if all are records
    const isAdded = units.some(one => !(one.dataset.unit in records));
    for (const {dataset} of units) {
      if (isAdded) records[dataset.unit] ??= found[dataset.unit] ?? {};
      else delete records[dataset.unit];
    }
  });
  const alike = one => items.unit.filter(other => other.dataset.group === unitOf.get(one.dataset.unit).dataset.group);
  const partPaths = new Map(items.part.map(one => [one.dataset.path, one.dataset.part])), partNumbers = new Set(partPaths.values());
  const pathOf = number => items.part.find(one => one.dataset.part === String(number)).dataset.path;
  const samePlace = (unit, number, other) => {  // the element at the same place in another unit
    const path = pathOf(number), start = unitOf.get(unit).dataset.path;
    if (path === start || path.startsWith(`${start}/`)) return partPaths.get(unitOf.get(other).dataset.path + path.slice(start.length));
    const at = String(Number(other) + number - Number(unit));
    return partNumbers.has(at) ? at : undefined;
  };
  const nameField = one => {
    const unit = ownerOf(one), number = numberOf(one);
    if (unit === undefined) { part("note").textContent = "First choose the record around it."; return; }
    seenRecords(records => {
      const isTaken = records[unit][tool] === number;
      for (const other of part("alike").checked ? Object.keys(records).filter(key => unitOf.has(key)) : [unit]) {
        const at = samePlace(unit, number, other);
        if (at === undefined) continue;
        if (!isTaken) records[other] = {...records[other], [tool]: Number(at)};
        else if (records[other][tool] === Number(at)) delete records[other][tool];
      }
    });
  };

  // Clicks and keys.
  const press = (one, event) => {
    part("note").textContent = "";
    const kind = kindOf(one);
    if (kind === "block") { if (part("says").checked) toggle(one, event.shiftKey); }
    else if (kind === "unit") toggleUnits(event.shiftKey ? alike(one) : [one]);
    else if (tool) nameField(one);
    else part("note").textContent = "First choose its field.";
  };
  const choose = type => change(() => { said.type = type; });
  const turn = to => { layer = to; if (to === "records" && !said.seen) seenRecords(() => {}); else draw(); };
  const use = name => { tool = name; draw(); };
  const visible = () => layer === "blocks" ? "block" : tool ? "part" : "unit";
  const focusAt = one => { if (one) { one.focus({preventScroll: true}); one.scrollIntoView({block: "nearest"}); } };
  const pool = () => {
    const kind = visible(), inList = document.activeElement?.localName === "li" || !marks[kind].length;
    return (inList ? items : marks)[kind].filter(isShown);
  };
  const step = by => {
    const some = pool(), at = some.findIndex(one => kindOf(one) + numberOf(one) === current);
    focusAt(some[at < 0 ? (by > 0 ? 0 : some.length - 1) : at + by]);
  };
  const nextDoubtful = () => {
    const some = pool().filter(one => kindOf(one) === "block"), at = some.findIndex(one => `block${numberOf(one)}` === current);
    focusAt([...some.slice(at + 1), ...some.slice(0, at + 1)].find(isDoubtful));
  };
  const undo = () => {
    if (!past.length) { send("undo"); return; }
    said = JSON.parse(past.pop());
    sessionStorage.setItem(body.id, JSON.stringify({said, past}));
    draw();
  };
  const send = (path, content) => {
    if (isBusy) return;
    isBusy = true;
    const failed = why => { isBusy = false; part("note").textContent = why; };
    fetch(path, {method: "POST", headers: content ? {"Content-Type": "application/json"} : {}, body: content && JSON.stringify(content)})
      .then(async answer => {
        if (answer.ok) {
          if (path !== "undo" || (await answer.json()).undone) { sessionStorage.removeItem(body.id); location.reload(); }
          else failed("There is nothing to undo.");
        } else failed(answer.status === 409 ? (await answer.json()).detail : "It was not saved: the command refused it.");
      }).catch(() => failed("The command that shows this page has ended. Everything that you confirmed is saved; start the command again to continue."));
  };
  const confirm = () => send("confirm", {
    id: body.id, type: said.type || null, seconds: Math.round((performance.now() - begun) / 100) / 10,
    content: part("says").checked ? keptNow() : null,
    records: said.seen ? Object.entries(said.records).map(([element, fields]) => ({element: Number(element), fields})) : null});
  const skip = () => send(`skip/${body.id}`);
  const tools = () => [...document.querySelectorAll("[data-tool]")].map(one => one.dataset.tool);
  const nextTool = () => use(tools()[(tools().indexOf(tool) + 1) % tools().length]);
  const whole = numbers => { if (part("says").checked) change(() => { said.kept = numbers; }); };
  const addTool = () => {
    const name = part("other").value.trim().toLowerCase().replace(/[^a-z0-9_]+/g, "_").replace(/^[0-9_]+/, "");
    if (!name) return;
    if (!tools().includes(name)) {
      const made = document.createElement("button");
      made.dataset.tool = made.textContent = name;
      made.onclick = () => use(name);
      part("other").parentElement.before(made);
    }
    part("other").value = "";
    use(name);
  };
  const rest = work => event => { work(); if (event.detail) part("page").focus({preventScroll: true}); };  // Enter then confirms
  for (const one of document.querySelectorAll("[data-type]")) one.onclick = rest(() => choose(one.dataset.type));
  for (const one of document.querySelectorAll("[data-layer]")) one.onclick = rest(() => turn(one.dataset.layer));
  for (const one of document.querySelectorAll("[data-tool]")) one.onclick = rest(() => use(one.dataset.tool));
  part("confirm").onclick = confirm;
  part("skip").onclick = skip;
  part("undo").onclick = rest(undo);
  part("all").onclick = rest(() => whole(items.block.map(numberOf)));
  part("none").onclick = rest(() => whole([]));
  part("says").onchange = () => { sessionStorage.setItem("says", part("says").checked ? "1" : ""); draw(); };
  for (const one of all) {
    one.addEventListener("click", event => { one.focus({preventScroll: true}); press(one, event); });
    one.addEventListener("focus", () => { show(one); enter((isItem(one) ? items : marks)[kindOf(one)]); });
  }
  const KEYS = {j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1), n: nextDoubtful, u: undo, s: skip,
    b: () => turn("blocks"), r: () => turn("records"), f: nextTool, Enter: confirm,
    g: () => { const one = unitOf.get(String(current).replace("unit", "")); if (one) toggleUnits(alike(one)); }};
  addEventListener("keydown", event => {
    const target = event.target, key = event.key;
    if (target.id === "other") { if (key === "Enter") addTool(); return; }
    if ((event.ctrlKey || event.metaKey) && key === "z") { undo(); event.preventDefault(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onControl = target.closest?.("button, input");
    if (onControl && (key === "Enter" || key === " ")) return;
    const type = document.querySelectorAll("[data-type]")[Number(key) - 1];
    if (type) choose(type.dataset.type);
    else if (key === " " && all.includes(target)) press(target, event);
    else if (Object.hasOwn(KEYS, key)) { if (!event.repeat || /j|k|Arrow/.test(key)) KEYS[key](); }
    else return;
    event.preventDefault();
  });

  for (const kind of KINDS) {  // smaller ones lie above larger ones, and all are large enough to click
    const size = (one, name) => Number(one.getAttribute(name));
    for (const one of marks[kind]) for (const name of ["width", "height"]) if (size(one, name) < SMALLEST) one.setAttribute(name, String(SMALLEST));
    for (const one of [...marks[kind]].sort((a, b) => size(b, "width") * size(b, "height") - size(a, "width") * size(a, "height"))) one.parentNode.append(one);
  }
  for (const one of [...items.block, ...marks.block]) one.classList.toggle("doubtful", Boolean(isDoubtful(one)));
  if (sessionStorage.getItem("says") === "" && !part("says").disabled) part("says").checked = false;
  restore();
  draw();
  part("page").focus({preventScroll: true});
})();
