import { courseDeg, nearLon, wrapLon } from '../geo.js';
import { Aircraft } from '../map/aircraft.js';

/** @typedef {import('../../replay/slices.ts').ReplayFlight} ReplayFlight */
/** @typedef {import('../../replay/minute-track.ts').MinutePoint} MinutePoint */

const minuteMs = 60_000;
/** Longest time between two points over which the aircraft is drawn. */
const maxGapMin = 20;
const maxBendDeg = 120;

/** An aircraft of the replay: it is where it was at the time of the replay, not of the visitor's clock. */
export class FlownAircraft extends Aircraft {
  /** @param {ReplayFlight} flight */
  constructor([id, callsign, departure, arrival, aircraft, from, to]) {
    super(
      {
        id,
        key: 0,
        callsign,
        pilot: null,
        departure: airportOf(departure),
        arrival: airportOf(arrival),
        aircraft,
        registration: null,
        airline: null,
        network: null,
        planned: [null, null, null, null],
        progress: [null, null, null, null, 0, null, null, null],
        at: [0, 0, null, null, null, null, '', 0],
      },
      0,
    );
    this.from = from;
    this.to = to;
    /** Points by minute since the epoch. @type {MinutePoint[]} */
    this.points = [];
    this.now = { lat: 0, lon: 0, heading: 0 };
  }

  /** Adds the points of an hour. @param {number} hour since the epoch @param {readonly MinutePoint[]} points */
  add(hour, points) {
    const added = points.map(([minute, ...place]) => /** @type {MinutePoint} */ ([hour * 60 + minute, ...place]));
    this.points = [...this.points, ...added].sort((a, b) => a[0] - b[0]);
  }

  /** Moves it to this time; false when it does not fly then. @param {number} time milliseconds since the epoch */
  moveTo(time) {
    const minute = time / minuteMs;
    const next = firstAfter(this.points, minute);
    const [before, after] = [this.points[next - 1], this.points[next]];
    if (before === undefined || after === undefined || after[0] - before[0] > maxGapMin) return false;
    const part = (minute - before[0]) / (after[0] - before[0]);
    const [from, to] = [placeOf(before), placeOf(after)];
    const lon = from.lon + (nearLon(to.lon, from.lon) - from.lon) * part;
    const heading = this.courseAt(next, part) ?? this.now.heading;
    this.now = { lat: from.lat + (to.lat - from.lat) * part, lon: wrapLon(lon), heading };
    const altitude = before[3] === null || after[3] === null ? before[3] : before[3] + (after[3] - before[3]) * part;
    const feet = altitude === null ? null : altitude * 100;
    const place = [this.now.lat, this.now.lon, heading, feet, null, null, '', 0];
    this.place = /** @type {import('../../live/wire.ts').MapPlace} */ (/** @type {unknown} */ (place));
    return true;
  }

  /** Returns the course between the points before `next` and there: it turns evenly from the middle of a stretch to that of the next one. @param {number} next @param {number} part */
  courseAt(next, part) {
    const course = this.courseOf(next);
    const beside = this.courseOf(part < 0.5 ? next - 1 : next + 1);
    if (course === null || beside === null) return course;
    const turn = ((beside - course + 540) % 360) - 180;
    // A turn round is no bend.
    if (Math.abs(turn) > maxBendDeg) return course;
    return (course + turn * Math.abs(part - 0.5) + 360) % 360;
  }

  /** Returns the course of the stretch that ends with this point; null where it does not move. @param {number} index */
  courseOf(index) {
    const [before, after] = [this.points[index - 1], this.points[index]];
    if (before === undefined || after === undefined || (before[1] === after[1] && before[2] === after[2])) return null;
    return courseDeg(placeOf(before), placeOf(after));
  }

  /** Returns the way to where it is, the newest point last, of these last minutes; longitudes are unwrapped. @param {number} minutes @param {number} time */
  trail(minutes, time) {
    const minute = time / minuteMs;
    const last = firstAfter(this.points, minute);
    /** @type {{ lat: number, lon: number, age: number }[]} */
    const way = [{ lat: this.now.lat, lon: this.now.lon, age: 0 }];
    for (let index = last - 1; index >= 0; index--) {
      const [point, after] = [this.points[index], way.at(-1)];
      if (point === undefined || after === undefined || minute - point[0] > minutes + 1) break;
      const { lat, lon } = placeOf(point);
      const age = minute - point[0];
      if (age - after.age > maxGapMin) break;
      way.push({ lat, lon: nearLon(lon, after.lon), age });
    }
    return way.reverse();
  }

  /** @override */
  at() {
    return this.now;
  }

  /** @override */
  easing() {
    return 0;
  }

  /** @override */
  opacity() {
    return 1;
  }

  /** @override @returns {null} */
  silentMin() {
    return null;
  }
}

/** Returns the index of the first of these points after this minute. @param {readonly MinutePoint[]} points @param {number} minute */
function firstAfter(points, minute) {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? 0) <= minute) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {import('../../replay/slices.ts').ReplayAirport} airport */
function airportOf([icao, lat, lon]) {
  return { icao, name: null, lat, lon };
}

/** @param {MinutePoint} point */
function placeOf([, lat, lon]) {
  return { lat: lat / 1_000, lon: lon / 1_000 };
}
