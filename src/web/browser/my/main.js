import { color, drawPlot, keepDrawn } from '../plots.js';

/** What is shown before the first point and after the last, seconds. */
const besideS = 15 * 86_400;

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
  if (rows.length === 0) return;
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
  drawPlot(holder, {
    title: table?.getAttribute('data-title') ?? '',
    look: 'plot',
    heightPx: 180,
    insetPx: 32,
    axisPx: 50,
    scales: {
      // Of its own data: of a single point uPlot makes a range of years.
      x: { range: () => [(data[0].at(0) ?? 0) - besideS, (data[0].at(-1) ?? 0) + besideS] },
      y: { range: (_plot, least, most) => [from ?? least * 1.1, to ?? Math.max(1, most * 1.1)] },
    },
    data,
    series,
  });
}

const holder = document.querySelector('#plots');
if (holder instanceof HTMLElement) keepDrawn(holder, () => drawAll(holder));
