import { silentMinutes } from '../figures.js';
import { courseDeg, distanceNm, nearLon, travel, wrapLon } from '../geo.js';

/** @typedef {import('../../live/wire.ts').MapFlight} MapFlight */
/** @typedef {import('../../live/wire.ts').MapPlace} MapPlace */

/** Time without a report after which the aircraft is no longer extrapolated; it then fades to this opacity. */
const coastMs = 45_000;
const fadeFromMs = 60_000;
const fadeToMs = 600_000;
const palest = 0.35;
/** Time constant with which a correction by a new report is eased in. */
const easeMs = 700;
/** A correction larger than this is shown as a jump. */
const jumpNm = 12;

/** An aircraft on the map: extrapolated along its course between two reports, eased to the next reported position. */
export class Aircraft {
  /** @param {MapFlight} flight @param {number} skewMs server's clock minus this browser's clock */
  constructor(flight, skewMs) {
    this.flight = flight;
    this.skewMs = skewMs;
    this.place = flight.at;
    this.course = flight.at[2];
    this.heading = flight.at[2] ?? 0;
    this.reportedAt = flight.at[7] - skewMs;
    this.error = { lat: 0, lon: 0 };
    this.errorAt = 0;
    this.turnedFrom = this.heading;
    /** Where it was displayed last, and when: a frame asks several times. @type {{ lat: number, lon: number, heading: number } | null} */
    this.last = null;
    this.lastAt = 0;
  }

  /** @param {MapPlace} place @param {number} now */
  move(place, now) {
    const shown = this.at(now);
    this.last = null;
    const before = { lat: this.place[0], lon: this.place[1] };
    const after = { lat: place[0], lon: place[1] };
    const stepNm = distanceNm(before, after);
    this.course = stepNm > 0.05 && (place[4] ?? 0) > 30 ? courseDeg(before, after) : (place[2] ?? this.course);
    this.turnedFrom = shown.heading;
    this.heading = place[2] ?? this.course ?? this.heading;
    this.place = place;
    this.flight = { ...this.flight, at: place };
    this.reportedAt = Math.min(now, place[7] - this.skewMs);
    this.error = { lat: 0, lon: 0 };
    const due = this.reckoned(now);
    const isJump = distanceNm(shown, due) > jumpNm || Math.abs(due.lat) > 85;
    if (!isJump) this.error = { lat: shown.lat - due.lat, lon: nearLon(shown.lon, due.lon) - due.lon };
    this.errorAt = now;
  }

  /** Returns where it is displayed now. @param {number} now @returns {{ lat: number, lon: number, heading: number }} */
  at(now) {
    if (this.last === null || now !== this.lastAt) [this.last, this.lastAt] = [this.reckoned(now), now];
    return this.last;
  }

  /** @param {number} now */
  reckoned(now) {
    const [lat, lon, , , gs] = this.place;
    const aheadMs = Math.max(0, Math.min(now - this.reportedAt, coastMs));
    const nm = ((gs ?? 0) * aheadMs) / 3_600_000;
    const isMoving = this.course !== null && nm > 0 && (gs ?? 0) >= 2;
    const due = isMoving ? travel({ lat, lon }, this.course ?? 0, nm) : { lat, lon };
    const left = this.easing(now);
    return {
      lat: due.lat + this.error.lat * left,
      lon: wrapLon(due.lon + this.error.lon * left),
      heading: this.heading - turn(this.turnedFrom, this.heading) * left,
    };
  }

  /** Returns the remaining part of the correction, 1 … 0. @param {number} now */
  easing(now) {
    return this.errorAt === 0 ? 0 : Math.exp(-Math.max(0, now - this.errorAt) / easeMs);
  }

  /** @param {number} now */
  ageMs(now) {
    return Math.max(0, now - this.reportedAt);
  }

  /** Returns the minutes without a report, from 2 on; null while it reports. @param {number} now */
  silentMin(now) {
    return silentMinutes(this.ageMs(now));
  }

  /** Returns its opacity: 1 while it reports, less the longer it is silent. @param {number} now */
  opacity(now) {
    const part = (this.ageMs(now) - fadeFromMs) / (fadeToMs - fadeFromMs);
    return 1 - (1 - palest) * Math.max(0, Math.min(1, part));
  }

  /** Text that the filter searches, in lower case. */
  get words() {
    const { callsign, departure, arrival, aircraft, registration } = this.flight;
    return [callsign, departure.icao, arrival.icao, aircraft, registration, this.place[6]].join(' ').toLowerCase();
  }
}

/** Returns the smaller turn from one heading to another. @param {number} from @param {number} to */
function turn(from, to) {
  return ((((to - from) % 360) + 540) % 360) - 180;
}
