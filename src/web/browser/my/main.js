// It is a script of its own, whose names are not those of other pages.
export {};

const heightPx = 180;

/** @param {string} name */
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @param {Element | null} table @param {string} selector */
function rowsOf(table, selector) {
  const rows = [...(table?.querySelectorAll(selector) ?? [])];
  return rows.filter((row) => row instanceof HTMLTableRowElement);
}

/** Draws hours by month, and landing rates between the lines of the airline, as the tables have them. @param {HTMLElement} holder */
function drawAll(holder) {
  holder.replaceChildren();
  const months = document.querySelector('#months');
  const byMonth = rowsOf(months, '[data-month]');
  const begins = byMonth.map(({ dataset }) => Date.parse(`${dataset.month}-01T00:00Z`) / 1_000);
  const hours = byMonth.map(({ dataset }) => Number(dataset.hours));
  const bars = uPlot.paths.bars?.({ size: [0.6, 40] });
  const ofHours = { fill: color('--brand'), stroke: color('--brand'), ...(bars === undefined ? {} : { paths: bars }) };
  draw(holder, months, [begins, hours], [ofHours], [0, null]);
  const landings = document.querySelector('#landings');
  if (!(landings instanceof HTMLTableElement)) return;
  const rows = rowsOf(landings, '[data-rate]').reverse();
  const times = rows.map(({ dataset }) => Number(dataset.at) / 1_000);
  const rates = rows.map(({ dataset }) => Number(dataset.rate));
  const { low, high } = landings.dataset;
  const lines = [low, high].flatMap((value) => (value === undefined ? [] : [times.map(() => Number(value))]));
  const line = { stroke: color('--muted'), dash: [6, 4], points: { show: false } };
  const points = { stroke: color('--brand'), paths: () => null, points: { show: true, size: 7 } };
  draw(holder, landings, [times, rates, ...lines], [points, ...lines.map(() => line)], [null, 0]);
}

/** @param {HTMLElement} holder @param {Element | null} table @param {uPlot.AlignedData} data @param {NonNullable<uPlot.Options['series']>} series @param {readonly [number | null, number | null]} ends */
function draw(holder, table, data, series, [from, to]) {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = table?.getAttribute('data-title') ?? '';
  figure.className = 'sheet plot';
  figure.append(caption);
  holder.append(figure);
  const font = '11px system-ui, sans-serif';
  const axis = { font, stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
  /** @type {uPlot.Options} */
  const options = {
    width: Math.max(200, figure.clientWidth - 32),
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: {
      x: { range: (_plot, first, last) => [first - 15 * 86_400, last + 15 * 86_400] },
      y: { range: (_plot, least, most) => [from ?? least * 1.1, to ?? Math.max(1, most * 1.1)] },
    },
    axes: [
      { ...axis, space: 60, values: '{YYYY}-{MM}' },
      { ...axis, size: 50 },
    ],
    series: [{}, ...series],
  };
  // The table has the same figures.
  new uPlot(options, data, figure).root.setAttribute('aria-hidden', 'true');
}

const holder = document.querySelector('#plots');
if (holder instanceof HTMLElement) {
  const show = () => drawAll(holder);
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
