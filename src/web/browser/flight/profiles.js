import { convert, symbols } from '../units.js';
import { figures, say } from '../visitor/visitor.js';
import { shadeRuled, writeRuled } from './shade-ruled.js';

/** Seconds. */
const minS = 600;

/** @typedef {import('../../flight/track.ts').TrackColumns} TrackColumns */
/** @typedef {{ label: string, unit: string, color: string, values: readonly (number | null)[] }} Profile */

/** Altitude, speed and vertical speed over time, one below the other, with one cursor. */
export class Profiles {
  /** @param {HTMLElement} holder @param {TrackColumns} columns */
  constructor(holder, columns) {
    this.holder = holder;
    this.columns = columns;
    this.sync = uPlot.sync('flight');
    /** Called with the time under the pointer. @type {(at: number) => void} */
    this.onHover = () => {};
    this.isSetting = false;
    /** @type {uPlot[]} */
    this.plots = [];
    this.draw();
    new ResizeObserver(() => this.resize()).observe(holder);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  draw() {
    for (const plot of this.plots) plot.destroy();
    const style = getComputedStyle(document.documentElement);
    /** @param {string} name */
    const color = (name) => style.getPropertyValue(name).trim();
    this.plots = this.profiles(color).map((profile, index) => this.plot(profile, index, color));
  }

  /** Draws another version of the track. @param {TrackColumns} columns */
  update(columns) {
    this.columns = columns;
    const profiles = this.profiles(() => '');
    this.isSetting = true;
    for (const [index, plot] of this.plots.entries()) plot.setData(this.dataOf(profiles[index]?.values ?? []));
    this.isSetting = false;
  }

  /** @param {(name: string) => string} color @returns {Profile[]} */
  profiles(color) {
    const { altitude, gs, vs } = this.columns;
    const { units } = figures;
    return [
      { ...inUnits(altitude, units.altitude), label: say('card.altitude'), color: color('--profile-altitude') },
      { ...inUnits(gs, units.speed), label: say('card.speed'), color: color('--profile-speed') },
      { ...climbs(vs), label: say('flight.vertical-speed'), color: color('--profile-vertical') },
    ];
  }

  /** @param {Profile} profile @param {number} index @param {(name: string) => string} color */
  plot({ label, unit, color: stroke, values }, index, color) {
    const isLast = index === 2;
    const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
    const font = '11px system-ui, sans-serif';
    /** @type {uPlot.Options} */
    const options = {
      width: this.width(),
      height: isLast ? 138 : 116,
      padding: [10, 12, isLast ? 0 : 4, 0],
      legend: { show: false },
      cursor: {
        sync: { key: this.sync.key, setSeries: false },
        points: { size: 7 },
        drag: { x: false, y: false },
        y: false,
      },
      // The minimum time range leaves room for the labels of a flight that has just begun.
      scales: { x: { time: true, range: (_plot, from, to) => [from, Math.max(to, from + minS)] } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), figures.zone === 'UTC' ? 'Etc/UTC' : figures.zone),
      axes: [
        { ...axis, font, show: isLast, size: isLast ? 26 : 0, values: '{HH}:{mm}' },
        { ...axis, font, size: 54, values: (_plot, splits) => splits.map((each) => figures.number(each, 1)) },
      ],
      series: [
        {},
        { label, stroke, width: 1.6, fill: `color-mix(in srgb, ${stroke} 12%, transparent)`, spanGaps: true },
      ],
      hooks: {
        setCursor: [(plot) => this.hear(plot)],
        drawClear: [
          (plot) => shadeRuled(plot, this.columns.ruled, color),
          (plot) => drawMarks(plot, this.columns, color('--line'), color('--muted')),
        ],
        draw: [
          (plot) => drawTitle(plot, `${label}, ${unit}`, color('--ink')),
          (plot) => index > 0 || drawNames(plot, this.columns, color('--muted')),
          (plot) => writeRuled(plot, this.columns.ruled, color),
        ],
      },
    };
    const plot = new uPlot(options, this.dataOf(values), this.holder);
    this.sync.sub(plot);
    return plot;
  }

  /** @param {Profile['values']} values */
  dataOf(values) {
    const times = this.columns.time.map((at) => at / 1_000);
    // With a single position uPlot would show a whole day.
    const only = times.length === 1 ? times.map((at) => at + minS) : [];
    return /** @type {uPlot.AlignedData} */ ([
      [...times, ...only],
      [...values, ...only.map(() => null)],
    ]);
  }

  width() {
    return Math.max(240, this.holder.clientWidth);
  }

  resize() {
    for (const plot of this.plots) plot.setSize({ width: this.width(), height: plot.height });
  }

  /** @param {uPlot} plot */
  hear(plot) {
    const { idx } = plot.cursor;
    if (this.isSetting || idx === null || idx === undefined) return;
    const at = this.columns.time[idx];
    if (at !== undefined) this.onHover(at);
  }

  /** Moves the cursor of every profile. @param {number} index */
  show(index) {
    this.isSetting = true;
    for (const plot of this.plots) {
      const left = plot.valToPos((this.columns.time[index] ?? 0) / 1_000, 'x');
      plot.setCursor({ left, top: plot.over.clientHeight / 2 }, false);
    }
    this.isSetting = false;
  }
}

/** Converts feet or knots. @param {readonly (number | null)[]} values @param {'ft' | 'm' | 'kt' | 'kmh'} unit */
function inUnits(values, unit) {
  return { unit: symbols[unit] ?? unit, values: values.map((each) => (each === null ? null : convert(each, unit))) };
}

/** Feet per minute, or metres per second. @param {readonly (number | null)[]} values */
function climbs(values) {
  if (figures.units.altitude === 'ft') return { unit: 'ft/min', values };
  return { unit: 'm/s', values: values.map((each) => (each === null ? null : convert(each, 'm') / 60)) };
}

/** Draws a line for each change of phase, and a stronger one for each event. @param {uPlot} plot @param {TrackColumns} columns @param {string} faint @param {string} strong */
function drawMarks(plot, { marks }, faint, strong) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  for (const { at, kind } of marks) {
    const x = plot.valToPos(at / 1_000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = kind === 'phase' ? faint : strong;
    ctx.setLineDash(kind === 'phase' ? [] : [3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Labels the lines, as far as there is room. @param {uPlot} plot @param {TrackColumns} columns @param {string} color */
function drawNames(plot, { marks }, color) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = `${10 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.fillStyle = color;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  let end = 0;
  for (const { at, text } of marks) {
    const x = plot.valToPos(at / 1_000, 'x', true) + 3 * devicePixelRatio;
    const short = text.length > 18 ? `${text.slice(0, 17)}…` : text;
    const width = ctx.measureText(short).width;
    if (x < Math.max(end, bbox.left) || x + width > bbox.left + bbox.width) continue;
    ctx.fillText(short, x, bbox.top + bbox.height - 2 * devicePixelRatio);
    end = x + width + 4 * devicePixelRatio;
  }
  ctx.restore();
}

/** @param {uPlot} plot @param {string} text @param {string} color */
function drawTitle(plot, text, color) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = `600 ${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.fillStyle = color;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.fillText(text, bbox.left + 6 * devicePixelRatio, bbox.top + 2 * devicePixelRatio);
  ctx.restore();
}
