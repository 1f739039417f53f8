(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*,*::before,*::after{transition:none!important;scroll-behavior:auto!important;" +
                    "caret-color:transparent!important}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const animation of document.getAnimations()) { try { animation.finish(); } catch { animation.cancel(); } }
})()
