(() => {
  const BARE = 150, SHORT = 1500, LARGE = 20000;
  const isScript = one => !one.type || /javascript|module/i.test(one.type);
  if (!document.body || ![...document.scripts].some(isScript)) return "";
  const trees = [document.body];
  for (const element of document.getElementsByTagName("*")) {
    if (element.shadowRoot) trees.push(...element.shadowRoot.children);
    else if (/^I?FRAME$/.test(element.tagName) && element.contentDocument?.body)
      trees.push(element.contentDocument.body);
  }
  const isText = one => !/^(STYLE|SCRIPT)$/.test(one.tagName);
  const said = trees.filter(isText).map(tree => (tree.innerText ?? "").trim());
  const size = text => text.length + 2 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length;
  const letters = said.reduce((sum, text) => sum + size(text), 0);  // such a character says as much as three others
  const few = letters < BARE ? " few" : "";
  const isSeen = one => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const area = one => { const {width, height} = one.getBoundingClientRect(); return width * height; };
  const NAME = /(^|[-_\s])(skeleton|shimmer|spinner|loader|preloader|loading|placeholder)s?([-_\s]|$)/i;
  const MARKED = "[aria-busy=true],[role=progressbar],progress:not([value])," +
    ["skeleton", "shimmer", "spinner", "loader", "loading", "placeholder"].map(n => `[class*=${n} i]`).join();
  const isMark = one => !/^(IMG|VIDEO|IFRAME|INPUT|TEXTAREA|HTML|BODY|A|BUTTON)$/.test(one.tagName) &&
    (!one.matches("[class]") || NAME.test(one.getAttribute("class")) || one.matches("[aria-busy],[role],progress")) &&
    one.textContent.trim().length < 40 && !one.querySelector("img,video,iframe,input") && isSeen(one);
  let marked = 0;
  for (const tree of trees) for (const one of tree.querySelectorAll(MARKED)) if (isMark(one)) marked += area(one);
  if (marked > (letters < SHORT ? 0 : LARGE)) return "placeholder" + few;
  if (letters >= SHORT) return "";
  const LOADING = new RegExp("^\\W*(loading|please wait|one moment|wird geladen|l\u00e4dt|chargement|cargando|" +
    "carregando|caricamento|\u0437\u0430\u0433\u0440\u0443\u0437\u043a\u0430|\u8aad\u307f\u8fbc\u307f\u4e2d|" +
    "\u52a0\u8f7d\u4e2d|\u6b63\u5728\u52a0\u8f7d|\ub85c\ub529)", "i");
  if (said.some(text => text.split("\n").some(line => line.length < 60 && LOADING.test(line)))) return "placeholder" + few;
  const MAIN = "main,[role=main],#main,#content,#root,#app,#__next,#__nuxt,app-root";
  for (const one of document.querySelectorAll(MAIN))
    if (!one.shadowRoot && !one.innerText.trim() && !one.querySelector("img,svg,canvas,video,iframe")) return "bare" + few;
  return few ? "bare" + few : "";
})()
