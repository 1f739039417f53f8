// Waits for the next page.
(() => {
  "use strict";
  const part = id => document.getElementById(id);
  const fail = async answer => {
    part("note").textContent = answer.status ? (await answer.json()).detail ?? "The command refused it."
      : "The command that shows this page has ended. Everything that you confirmed is saved.";
  };
  const ask = (path, how) => fetch(path, how).then(answer => answer.ok ? answer.json() : Promise.reject(answer));
  const act = path => ask(path, {method: "POST"}).then(() => location.reload()).catch(fail);
  const look = () => ask("progress").then(({waiting, is_reading}) => {
    if (waiting || !is_reading) location.reload();
    else setTimeout(look, 700);
  }).catch(fail);
  part("undo").onclick = () => act("undo");
  part("again")?.addEventListener("click", () => act("again"));
  addEventListener("keydown", event => {
    if (event.repeat) return;
    if (event.key === "u" && !event.ctrlKey || event.key === "z" && (event.ctrlKey || event.metaKey)) act("undo");
  });
  if (document.querySelector("h1").textContent.includes("being read")) look();
})();
