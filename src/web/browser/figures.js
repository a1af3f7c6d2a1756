import { convert, symbols } from './units.js';

/** @typedef {import('./units.js').Units} Units */
/** @typedef {import('./wording.js').Wording} Wording */

const unknown = '–';
const transitionFt = 18_000;
/** A flight without a report for this long is silent, minutes. */
const silentFromMin = 2;

/** Returns the whole minutes without a report, from 2 on; null while a flight reports. @param {number} ageMs since its last report */
export function silentMinutes(ageMs) {
  const minutes = Math.floor(ageMs / 60_000);
  return minutes < silentFromMin ? null : minutes;
}

/** Writes figures in a visitor's language, units and time zone; `–` for what is unknown. */
export class Figures {
  /** @param {Wording} wording @param {Units} units @param {string} zone `UTC`, or an IANA time zone such as `Europe/Zurich` */
  constructor(wording, units, zone) {
    this.wording = wording;
    this.units = units;
    this.zone = zone;
    const parts = { timeZone: zone, hourCycle: /** @type {const} */ ('h23') };
    const two = /** @type {const} */ ('2-digit');
    this.clocks = new Intl.DateTimeFormat('en-GB', { ...parts, hour: two, minute: two });
    this.exactClocks = new Intl.DateTimeFormat('en-GB', { ...parts, hour: two, minute: two, second: two });
    // Swedish dates are those of ISO 8601.
    this.dates = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    this.weekdays = new Intl.DateTimeFormat(wording.lang, { timeZone: zone, weekday: 'short' });
    this.days = new Intl.DateTimeFormat(wording.lang === 'en' ? 'en-GB' : wording.lang, {
      timeZone: zone,
      dateStyle: 'long',
    });
  }

  /** @param {number} value @param {number} [digits] */
  number(value, digits = 0) {
    const options = { maximumFractionDigits: digits };
    return value.toLocaleString(this.wording.lang, options).replace('-', '−');
  }

  /** A flight level from 18,000 ft on when altitudes are in feet. @param {number | null} feet */
  altitude(feet) {
    if (feet === null) return unknown;
    const { altitude } = this.units;
    if (altitude === 'ft' && feet >= transitionFt) return `FL${String(Math.round(feet / 100)).padStart(3, '0')}`;
    return `${this.number(Math.round(convert(feet, altitude) / 10) * 10)} ${altitude}`;
  }

  /** A height above the ground, to the foot or the metre. @param {number} feet */
  height(feet) {
    return `${this.number(convert(feet, this.units.altitude))} ${this.units.altitude}`;
  }

  /** A length on the ground, in the unit of altitudes; no report tells a long one better than to 10. @param {number} metres */
  length(metres) {
    const { altitude } = this.units;
    const value = convert(metres / convert(1, 'm'), altitude);
    return `${this.number(value < 1_000 ? value : Math.round(value / 10) * 10)} ${altitude}`;
  }

  /** @param {number | null} knots */
  speed(knots) {
    if (knots === null) return unknown;
    const { speed } = this.units;
    return `${this.number(convert(knots, speed))} ${symbols[speed] ?? speed}`;
  }

  /** In feet per minute, or metres per second. @param {number | null} fpm */
  vertical(fpm) {
    if (fpm === null) return unknown;
    const rounded = Math.round(fpm / 10) * 10;
    if (Math.abs(rounded) < 60) return this.wording.say('vertical.level');
    return `${rounded > 0 ? '▲' : '▼'} ${this.rate(Math.abs(rounded))}`;
  }

  /** A vertical speed without an arrow. @param {number} fpm */
  rate(fpm) {
    const isMetric = this.units.altitude === 'm';
    return isMetric ? `${this.number(convert(fpm, 'm') / 60, 1)} m/s` : `${this.number(fpm)} ft/min`;
  }

  /** @param {number | null} nm @param {number} [digits] */
  distance(nm, digits = 0) {
    if (nm === null) return unknown;
    return `${this.number(convert(nm, this.units.distance), digits)} ${this.units.distance}`;
  }

  /** @param {number | null} pounds */
  weight(pounds) {
    if (pounds === null) return unknown;
    return `${this.number(convert(pounds, this.units.weight))} ${this.units.weight}`;
  }

  /** @param {number | null} degrees */
  heading(degrees) {
    return degrees === null ? unknown : `${String(Math.round(degrees) % 360).padStart(3, '0')}°`;
  }

  /** `14:05Z`; in local time `16:05`. @param {number | null} at milliseconds since the epoch */
  clock(at) {
    return at === null ? unknown : this.clocks.format(at) + this.zulu;
  }

  /** `14:05Z` of today, `Sun 14:05Z` of another day. @param {number | null} at milliseconds since the epoch @param {number} now */
  clockOn(at, now) {
    if (at === null || this.dayNumber(at) === this.dayNumber(now)) return this.clock(at);
    return `${this.weekdays.format(at)} ${this.clock(at)}`;
  }

  /** `14:05:33Z`; in local time `16:05:33`. @param {number | null} at milliseconds since the epoch */
  exactClock(at) {
    return at === null ? unknown : this.exactClocks.format(at) + this.zulu;
  }

  /** `14:05:33Z`, and on the day after the first one `14:05:33Z +1`. @param {number} at @param {number} firstAt */
  moment(at, firstAt) {
    const days = this.dayNumber(at) - this.dayNumber(firstAt);
    return `${this.exactClock(at)}${days === 0 ? '' : ` ${days < 0 ? '−' : '+'}${Math.abs(days)}`}`;
  }

  /** Days since the epoch in the visitor's time zone. @param {number} at */
  dayNumber(at) {
    return Date.parse(this.dates.format(at)) / 86_400_000;
  }

  get zulu() {
    return this.zone === 'UTC' ? 'Z' : '';
  }

  /** `6 April 2024`. @param {number} at milliseconds since the epoch */
  day(at) {
    return this.days.format(at);
  }

  /** `52 min`, `11 h 05 min`. @param {number | null} minutes */
  duration(minutes) {
    if (minutes === null) return unknown;
    const whole = Math.round(minutes);
    if (whole < 60) return this.wording.say('duration.minutes', { minutes: whole });
    const rest = String(whole % 60).padStart(2, '0');
    return this.wording.say('duration.hours', { hours: Math.floor(whole / 60), minutes: rest });
  }

  /** @param {number} seconds */
  ago(seconds) {
    if (seconds < 5) return this.wording.say('ago.now');
    if (seconds < 90) return this.wording.say('ago.seconds', { count: Math.round(seconds) });
    const minutes = Math.round(seconds / 60);
    if (minutes < 90) return this.wording.say('ago.minutes', { count: minutes });
    return this.wording.say('ago.hours', { count: Math.round(minutes / 60) });
  }

  /** The phase in the visitor's language; one that only the client knows as it wrote it. @param {string | null} phase */
  phase(phase) {
    if (phase === null || phase === '') return unknown;
    const key = `phase.${phase}`;
    const text = this.wording.say(/** @type {import('./wording.js').TextKey} */ (key));
    if (text !== key) return text;
    const plain = phase.replaceAll('-', ' ');
    return (plain[0] ?? '').toUpperCase() + plain.slice(1);
  }
}
