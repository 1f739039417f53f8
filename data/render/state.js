(() => {
  const root = document.scrollingElement || document.documentElement;
  let loading = document.fonts ? (document.fonts.status === "loading") : false;
  for (const image of document.images) loading ||= !image.complete && image.loading !== "lazy";
  const all = document.getElementsByTagName("*");
  let count = all.length, letters = document.body ? document.body.textContent.length : 0;
  const add = (tree, text) => { count += tree.querySelectorAll("*").length; letters += text.length; };
  for (const element of all) {
    if (element.shadowRoot) add(element.shadowRoot, element.shadowRoot.textContent);
    else if (/^I?FRAME$/.test(element.tagName) && element.contentDocument?.body)
      add(element.contentDocument, element.contentDocument.body.textContent);
  }
  const loaded = performance.getEntriesByType("navigation").some(entry => entry.loadEventStart > 0);
  const isScript = one => !one.type || /javascript|module/i.test(one.type);
  const isTrue = path => document.evaluate(`boolean(${path})`, document, null, XPathResult.BOOLEAN_TYPE).booleanValue;
  const moves = [...document.scripts].some(isScript) || isTrue("//@*[starts-with(name(), 'on')]") ||
    !!document.querySelector("iframe,frame,object,embed,meta[http-equiv=refresh i]");
  return {ready: loaded || document.readyState === "complete", loading, moves, drawn: globalThis.drawn ?? true, url: location.href,
          width: root ? root.scrollWidth : 0, height: root ? root.scrollHeight : 0,
          shape: [performance.timeOrigin, root ? root.scrollHeight : 0, count, letters].join()};
})()
