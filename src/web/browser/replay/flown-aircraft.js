import { courseDeg, nearLon, wrapLon } from '../geo.js';
import { Aircraft } from '../map/aircraft.js';

/** @typedef {import('../../replay/slices.ts').ReplayFlight} ReplayFlight */
/** @typedef {import('../../replay/minute-track.ts').MinutePoint} MinutePoint */

const minuteMs = 60_000;
/** Longest time between two points over which the aircraft is drawn. */
const maxGapMin = 20;

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
    const next = this.points.findIndex((point) => point[0] > minute);
    const [before, after] = [this.points[next - 1], this.points[next]];
    if (before === undefined || after === undefined || after[0] - before[0] > maxGapMin) return false;
    const part = (minute - before[0]) / (after[0] - before[0]);
    const [from, to] = [placeOf(before), placeOf(after)];
    const lon = from.lon + (nearLon(to.lon, from.lon) - from.lon) * part;
    const isMoving = from.lat !== to.lat || from.lon !== to.lon;
    const heading = isMoving ? courseDeg(from, to) : this.now.heading;
    this.now = { lat: from.lat + (to.lat - from.lat) * part, lon: wrapLon(lon), heading };
    const altitude = before[3] === null || after[3] === null ? before[3] : before[3] + (after[3] - before[3]) * part;
    const feet = altitude === null ? null : altitude * 100;
    const place = [this.now.lat, this.now.lon, heading, feet, null, null, '', 0];
    this.place = /** @type {import('../../live/wire.ts').MapPlace} */ (/** @type {unknown} */ (place));
    return true;
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

/** @param {import('../../replay/slices.ts').ReplayAirport} airport */
function airportOf([icao, lat, lon]) {
  return { icao, name: null, lat, lon };
}

/** @param {MinutePoint} point */
function placeOf([, lat, lon]) {
  return { lat: lat / 1_000, lon: lon / 1_000 };
}
