const heightPx = 150;

/** Draws the rates of each month that the table has, a plot for each column. @param {HTMLTableElement} table @param {HTMLElement} holder */
function drawAll(table, holder) {
  const rows = [...table.tBodies].flatMap(({ rows: all }) => [...all]);
  const times = rows.map(({ cells }) => Date.parse(`${cells[0]?.textContent?.trim()}-01T00:00Z`) / 1_000);
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const color = (name) => style.getPropertyValue(name).trim();
  holder.replaceChildren();
  for (const [index, head] of [...(table.tHead?.rows[0]?.cells ?? [])].entries()) {
    if (index === 0) continue;
    const rates = rows.map(({ cells }) => rateOf(cells[index]));
    draw(holder, head.textContent ?? '', [times, rates], color);
  }
}

/** @param {HTMLTableCellElement | undefined} cell */
function rateOf(cell) {
  const { rate } = cell?.dataset ?? {};
  return rate === undefined ? null : Number(rate);
}

/** @param {HTMLElement} holder @param {string} title @param {uPlot.AlignedData} data @param {(name: string) => string} color */
function draw(holder, title, data, color) {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = `${title}, per 100 flights`;
  figure.className = 'sheet rate-plot';
  figure.append(caption);
  holder.append(figure);
  const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
  const font = '11px system-ui, sans-serif';
  /** @type {uPlot.Options} */
  const options = {
    width: Math.max(200, figure.clientWidth - 24),
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: { y: { range: (_plot, _from, to) => [0, Math.max(1, to * 1.1)] } },
    axes: [
      { ...axis, font, space: 60, values: '{YYYY}-{MM}' },
      { ...axis, font, size: 40 },
    ],
    series: [{}, { stroke: color('--brand'), width: 2, spanGaps: false, points: { show: true, size: 6 } }],
  };
  const plot = new uPlot(options, data, figure);
  // The table below has the same figures.
  plot.root.setAttribute('aria-hidden', 'true');
}

const table = document.querySelector('#months');
const holder = document.querySelector('#plots');
if (table instanceof HTMLTableElement && holder instanceof HTMLElement) {
  const show = () => drawAll(table, holder);
  holder.hidden = false;
  show();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  let width = holder.clientWidth;
  new ResizeObserver(() => {
    if (holder.clientWidth === width) return;
    width = holder.clientWidth;
    show();
  }).observe(holder);
}
