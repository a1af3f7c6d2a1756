/** @typedef {{ from: number, to: number }} Flown the first and last minute of a flight, since the epoch */

const minuteMs = 60_000;
const stepMin = 10;
/** Between two hours that are written. */
const hoursMs = 4 * 3_600_000;

/** Returns how many of these flights were aloft in each ten minutes of the day. @param {readonly Flown[]} flights @param {number} from milliseconds since the epoch @param {number} to */
export function countAloft(flights, from, to) {
  const first = from / minuteMs;
  const counts = Array.from({ length: Math.max(1, Math.ceil((to / minuteMs - first) / stepMin)) }, () => 0);
  for (const flight of flights) {
    const [begin, end] = [flight.from, flight.to].map((minute) => Math.floor((minute - first) / stepMin));
    for (let at = Math.max(0, begin ?? 0); at <= Math.min(counts.length - 1, end ?? 0); at++)
      counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** Returns the outline of these counts as the path of a drawing that is as wide as there are counts, and 1 high. @param {readonly number[]} counts */
export function outlineOf(counts) {
  const max = Math.max(1, ...counts);
  const steps = counts.map((count, index) => `V${round(1 - count / max)}H${index + 1}`);
  return `M0 1${steps.join('')}V1Z`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1e3) / 1e3;
}

/** How many flights were aloft over the day, drawn above the slider; what has been played is stronger. */
export class Histogram {
  /** @param {HTMLElement} holder with an SVG of two paths */
  constructor(holder) {
    this.holder = holder;
    this.hours = document.createElement('div');
    this.hours.className = 'hours';
    this.hours.setAttribute('aria-hidden', 'true');
    holder.after(this.hours);
    this.from = 0;
    this.to = 1;
  }

  /** @param {readonly Flown[]} flights @param {number} from @param {number} to @returns {{ count: number, at: number }} most flights at once, and when */
  update(flights, from, to) {
    Object.assign(this, { from, to });
    const counts = countAloft(flights, from, to);
    this.holder.hidden = flights.length === 0;
    for (const svg of this.holder.querySelectorAll('svg')) {
      svg.setAttribute('viewBox', `0 0 ${counts.length} 1`);
      svg.querySelector('path')?.setAttribute('d', outlineOf(counts));
    }
    const count = Math.max(0, ...counts);
    return { count, at: from + counts.indexOf(count) * stepMin * minuteMs };
  }

  /** Writes hours below it. @param {(at: number) => string} clock */
  showHours(clock) {
    const hours = [];
    for (let at = Math.ceil(this.from / hoursMs) * hoursMs; at < this.to; at += hoursMs) {
      const hour = document.createElement('span');
      hour.style.setProperty('--at', String((at - this.from) / (this.to - this.from)));
      hour.textContent = clock(at);
      hours.push(hour);
    }
    this.hours.replaceChildren(...hours);
  }

  /** @param {number} time */
  show(time) {
    const part = Math.max(0, Math.min(1, (time - this.from) / Math.max(1, this.to - this.from)));
    this.holder.style.setProperty('--played', `${(part * 100).toFixed(2)}%`);
  }
}
