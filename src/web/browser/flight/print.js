/** Width of what is printed on a sheet of A4 within its margins, pixels of CSS. */
const sheetPx = 700;

/** Prints the map as it is seen, as wide as the sheet: nothing is drawn again for paper. @param {HTMLElement} map */
export function scaleForPrint(map) {
  const scale = () => {
    const { clientWidth, clientHeight } = map;
    if (clientWidth === 0) return;
    map.style.setProperty('--map-width', `${clientWidth}px`);
    map.style.setProperty('--map-height', `${clientHeight}px`);
    map.style.setProperty('--map-scale', String(sheetPx / clientWidth));
  };
  scale();
  new ResizeObserver(() => {
    if (!matchMedia('print').matches) scale();
  }).observe(map);
}
