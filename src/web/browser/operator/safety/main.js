import { color, drawPlot, keepDrawn } from '../../plots.js';

/** Draws the rates of each month that the table has, a plot for each column. @param {HTMLTableElement} table @param {HTMLElement} holder */
function drawAll(table, holder) {
  const rows = [...table.tBodies].flatMap(({ rows: all }) => [...all]);
  const times = rows.map(({ cells }) => Date.parse(`${cells[0]?.textContent?.trim()}-01T00:00Z`) / 1_000);
  holder.replaceChildren();
  for (const [index, head] of [...(table.tHead?.rows[0]?.cells ?? [])].entries()) {
    if (index === 0) continue;
    const rates = rows.map(({ cells }) => rateOf(cells[index]));
    drawPlot(holder, {
      title: (holder.dataset.title ?? '').replace('{what}', () => head.textContent ?? ''),
      look: 'rate-plot',
      heightPx: 150,
      insetPx: 24,
      axisPx: 40,
      scales: { y: { range: (_plot, _from, to) => [0, Math.max(1, to * 1.1)] } },
      data: [times, rates],
      series: [{ stroke: color('--brand'), width: 2, spanGaps: false, points: { show: true, size: 6 } }],
    });
  }
}

/** @param {HTMLTableCellElement | undefined} cell */
function rateOf(cell) {
  const { rate } = cell?.dataset ?? {};
  return rate === undefined ? null : Number(rate);
}

const table = document.querySelector('#months');
const holder = document.querySelector('#plots');
if (table instanceof HTMLTableElement && holder instanceof HTMLElement) keepDrawn(holder, () => drawAll(table, holder));
