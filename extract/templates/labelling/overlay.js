// Shows the labels of a page and adds labels by clicks; runs in an isolated world, in a page whose scripts are off.
((given) => {
  const NUMBER = "data-iawce-number", POST = "post";
  const COLOURS = ["#d81b60", "#1e88e5", "#2e7d32", "#8e24aa", "#ef6c00", "#00838f", "#6d4c41", "#3949ab"];
  const fields = [POST, ...given.fields];
  const labels = given.labels.map(([field, number]) => ({field, number}));
  const state = {done: "", field: given.fields[0] ?? POST, target: null, note: ""};
  const find = number => document.querySelector(`[${NUMBER}="${number}"]`);
  const numberOf = element => Number(element.getAttribute(NUMBER));
  const colour = field => COLOURS[fields.indexOf(field) % COLOURS.length];
  const of = field => labels.filter(label => label.field === field);

  const host = document.createElement("div");
  host.style.cssText = "all:initial;position:fixed;inset:0;pointer-events:none;z-index:2147483647";
  const root = host.attachShadow({mode: "open"});
  root.innerHTML = `<style>
    * {box-sizing: border-box; font: 14px/1.4 system-ui, sans-serif; color: #222}
    section {position: fixed; top: 12px; right: 12px; width: 250px; max-height: 95vh; overflow: auto; padding: 12px;
      background: #fff; border: 1px solid #888; border-radius: 8px; box-shadow: 0 4px 16px #0006; pointer-events: auto}
    h1 {font-size: 16px; font-weight: 600; margin: 0 0 6px} p {margin: 6px 0; font-size: 12px}
    button {display: block; width: 100%; margin: 3px 0; padding: 4px 8px; text-align: left; background: #f4f4f4;
      border: 2px solid transparent; border-radius: 5px; cursor: pointer}
    button[aria-pressed=true] {border-color: #222; font-weight: 600}
    .way {display: flex; gap: 6px; margin-top: 8px} .way button {text-align: center}
    input {width: 100%; padding: 4px} .note {color: #b00020; min-height: 1.4em}
    .mark {position: fixed; border: 2px solid; border-radius: 3px} .mark i {position: absolute; top: -1.5em; left: -2px;
      padding: 0 4px; font-size: 11px; font-style: normal; color: #fff; white-space: nowrap}
    #side {position: absolute; top: 6px; right: 8px; width: auto} .post {border-style: dashed} #here {position: fixed; background: #ffd54f66; outline: 2px solid #f9a825}
    </style><div id="marks"></div><div id="here" hidden></div>
    <section><button id="side" title="to the other side">⇄</button><h1>Label this page</h1><p>Choose a field, then click it in two to five posts. Arrow up selects the enclosing
    element, a second click removes a label.</p><div id="fields"></div>
    <input id="other" placeholder="another field, then Enter" maxlength="40"><p class="note" id="note"></p>
    <div class="way"><button id="clear">Clear</button><button id="cancel">Cancel</button><button id="save">Save</button>
    </div></section>`;
  document.documentElement.append(host);
  const part = id => root.getElementById(id);

  const place = (box, element) => {
    const {left, top, width, height} = element.getBoundingClientRect();
    Object.assign(box.style, {left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`});
  };
  const mark = ({field, number}) => {
    const element = find(number), box = document.createElement("div"), name = document.createElement("i");
    if (!element) return;
    box.className = field === POST ? "mark post" : "mark";
    box.style.borderColor = name.style.background = colour(field);
    name.textContent = field;
    box.append(name);
    place(box, element);
    part("marks").append(box);
  };
  const choose = field => { state.field = field; draw(); };
  const draw = () => {
    part("marks").replaceChildren();
    labels.forEach(mark);
    part("fields").replaceChildren(...fields.map(field => {
      const button = document.createElement("button");
      button.textContent = `${field === POST ? "whole post" : field} · ${of(field).length}`;
      button.dataset.field = field;
      button.style.borderLeft = `8px solid ${colour(field)}`;
      button.setAttribute("aria-pressed", String(field === state.field));
      button.onclick = () => choose(field);
      return button;
    }));
    part("note").textContent = state.note;
    part("here").hidden = !state.target;
    if (state.target) place(part("here"), state.target);
  };

  const posts = () => of(POST).map(({number}) => find(number)).filter(Boolean);
  const around = element => posts().find(post => post !== element && post.contains(element));
  const clash = element => {
    const post = around(element);
    if (!post) return "Mark the post around it first.";
    const other = labels.find(({field, number}) => {
      const one = find(number);
      return field !== POST && field !== state.field && one && one !== element &&
        (one.contains(element) || element.contains(one));
    });
    return other ? `It would overlap with ${other.field}.` : "";
  };
  const remove = test => { for (let i = labels.length; i--;) if (test(labels[i])) labels.splice(i, 1); };
  const pick = element => {
    const number = numberOf(element), field = state.field;
    const isThere = labels.some(label => label.field === field && label.number === number);
    state.note = isThere || field === POST ? "" : clash(element);
    if (state.note) return;
    remove(label => label.number === number);
    if (isThere && field === POST) remove(({number: inner}) => element.contains(find(inner)));
    if (!isThere) labels.push({field, number});
  };
  const isOurs = event => event.composedPath().includes(host);
  const stop = event => { event.preventDefault(); event.stopImmediatePropagation(); };
  const listen = (kind, react) => addEventListener(kind, react, {capture: true, passive: false});
  listen("mousemove", event => {
    state.target = isOurs(event) ? null : event.target.closest?.(`[${NUMBER}]`) ?? null;
    part("here").hidden = !state.target;
    if (state.target) place(part("here"), state.target);
  });
  for (const kind of ["mousedown", "mouseup", "auxclick", "dblclick", "submit", "dragstart", "contextmenu"])
    listen(kind, event => { if (!isOurs(event)) stop(event); });
  listen("click", event => {
    if (isOurs(event)) return;
    stop(event);
    const element = state.target ?? event.target.closest?.(`[${NUMBER}]`);
    if (element && event.isTrusted) pick(element);
    draw();
  });
  listen("keydown", event => {
    if (isOurs(event)) return;
    const wider = event.key === "ArrowUp" && state.target?.parentElement?.closest(`[${NUMBER}]`);
    if (wider) { state.target = wider; stop(event); draw(); }
  });
  for (const kind of ["scroll", "resize"]) addEventListener(kind, draw, {capture: true, passive: true});
  part("other").onkeydown = ({key, target}) => {
    const name = target.value.trim().toLowerCase().replace(/[^a-z0-9_]+/g, "_").replace(/^[0-9_]+/, "");
    if (key !== "Enter" || !name) return;
    if (!fields.includes(name)) fields.push(name);
    target.value = "";
    choose(name);
  };
  part("side").onclick = ({target}) => {
    const {style} = target.parentElement;
    [style.left, style.right] = style.left === "12px" ? ["auto", "12px"] : ["12px", "auto"];
  };
  part("clear").onclick = () => { labels.length = 0; draw(); };
  part("save").onclick = () => {
    state.note = labels.some(({field}) => field !== POST) ? "" : "There is no label yet.";
    state.done = state.note ? "" : "save";
    draw();
  };
  part("cancel").onclick = () => { state.done = "cancel"; };
  globalThis.iawceLabels = () => ({done: state.done, labels: labels.map(({field, number}) => [field, number])});
  draw();
})
