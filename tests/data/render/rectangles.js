// The rectangle of every element by script: the second way of measuring, against which the first is checked.
() => [...document.querySelectorAll("*")].map((element) => {
  let measured = element;
  if (getComputedStyle(element).display === "contents") {
    measured = document.createRange();
    measured.selectNodeContents(element);
    if (!measured.getClientRects().length) return null;
  } else if (!element.checkVisibility({contentVisibilityAuto: true})) return null;
  const {left, top, width, height} = measured.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height];
})
