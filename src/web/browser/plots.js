/** @param {string} name - of a color of the page's look */
export const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Adds a plot over time below a caption. A table of the page has the same figures.
 * @param {HTMLElement} holder
 * @param {{ title: string, look: string, heightPx: number, insetPx: number, axisPx: number, scales: NonNullable<uPlot.Options['scales']>, data: uPlot.AlignedData, series: NonNullable<uPlot.Options['series']> }} plot -
 *   `look` is the class of its figure, `insetPx` what lies beside it in there, `axisPx` the width of the values' axis
 */
export function drawPlot(holder, { title, look, heightPx, insetPx, axisPx, scales, data, series }) {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = title;
  figure.className = `sheet ${look}`;
  figure.append(caption);
  holder.append(figure);
  const font = '11px Inter, system-ui, sans-serif';
  const axis = { font, stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
  /** @type {uPlot.Options} */
  const options = {
    width: Math.max(200, figure.clientWidth - insetPx),
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales,
    axes: [
      { ...axis, space: 60, values: '{YYYY}-{MM}' },
      { ...axis, size: axisPx },
    ],
    series: [{}, ...series],
  };
  new uPlot(options, data, figure).root.setAttribute('aria-hidden', 'true');
}

/** Shows the plots, and draws them again when the width or the colors change. @param {HTMLElement} holder @param {() => void} draw */
export function keepDrawn(holder, draw) {
  holder.hidden = false;
  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  let width = holder.clientWidth;
  new ResizeObserver(() => {
    if (holder.clientWidth === width) return;
    width = holder.clientWidth;
    draw();
  }).observe(holder);
}
