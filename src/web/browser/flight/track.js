import { nearLon } from '../geo.js';

/** @typedef {import('../../flight/track.ts').TrackColumns} TrackColumns */

/** How long the sentence about a moment is shown, milliseconds. */
const markedMs = 10_000;

/** The columns of a track, with lookups for the page. */
export class Track {
  /** @param {TrackColumns} columns */
  constructor(columns) {
    this.columns = columns;
    let last = columns.lon[0] ?? 0;
    /** Longitudes, unwrapped beyond ±180. */
    this.lon = columns.lon.map((lon) => {
      last = nearLon(lon, last);
      return last;
    });
    this.from = columns.time[0] ?? 0;
    this.to = columns.time.at(-1) ?? 0;
  }

  get length() {
    return this.columns.time.length;
  }

  /** Returns a track with these columns behind its own; their marks are those of the whole flight. @param {TrackColumns} more */
  extended(more) {
    const { time, lat, lon, altitude, gs, vs, heading } = this.columns;
    return new Track({
      time: [...time, ...more.time],
      lat: [...lat, ...more.lat],
      lon: [...lon, ...more.lon],
      altitude: [...altitude, ...more.altitude],
      gs: [...gs, ...more.gs],
      vs: [...vs, ...more.vs],
      heading: [...heading, ...more.heading],
      marks: more.marks,
      ruled: more.ruled,
      count: more.count,
    });
  }

  /** @returns {import('../draw-lines.js').TrackPoint[]} */
  points() {
    const { lat, altitude, time } = this.columns;
    return lat.map((each, index) => ({
      lat: each,
      lon: this.lon[index] ?? 0,
      altitude: altitude[index] ?? null,
      isGap: index > 0 && (time[index] ?? 0) - (time[index - 1] ?? 0) > 600_000 && this.length < 1_500,
    }));
  }

  /** Returns what rules have marked at this time, else the last event of the half minute before it, else the phase. @param {number} at */
  eventAt(at) {
    const marked = this.columns.ruled.find(({ from, to }) => from <= at && at <= Math.max(to, from + markedMs));
    if (marked !== undefined) return `${marked.number}: ${marked.text}`;
    const before = this.columns.marks.filter((mark) => mark.at <= at);
    const event = before.findLast(({ kind }) => kind === 'event');
    if (event !== undefined && at - event.at < 30_000) return event.text;
    return before.findLast(({ kind }) => kind === 'phase')?.text ?? null;
  }

  /** Returns the places of the events. */
  eventPlaces() {
    return this.columns.marks.filter(({ kind }) => kind === 'event').map(({ at }) => this.at(at));
  }

  /** Returns where the rules' marks are, each with the stretch of the track that it is about. */
  ruledPlaces() {
    return this.columns.ruled.map(({ number, from, to, lat, lon, level }) => {
      const begin = this.at(from);
      const place = lat === null || lon === null ? begin : { lat, lon: nearLon(lon, begin.lon) };
      const [first, last] = [this.indexAt(from) + 1, this.indexAt(to)];
      /** @type {{ lat: number, lon: number }[]} */
      const stretch = to > from ? [begin] : [];
      for (let index = first; index <= last && to > from; index++)
        stretch.push({ lat: this.columns.lat[index] ?? 0, lon: this.lon[index] ?? 0 });
      if (to > from) stretch.push(this.at(to));
      return { number, level, place, stretch };
    });
  }

  /** Returns the index of the last point at or before this time. @param {number} at */
  indexAt(at) {
    const { time } = this.columns;
    let [low, high] = [0, time.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((time[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the position at this time, interpolated linearly. @param {number} at */
  at(at) {
    const { time, lat, altitude, gs, vs, heading } = this.columns;
    const index = this.indexAt(at);
    const next = Math.min(index + 1, this.length - 1);
    const span = (time[next] ?? 0) - (time[index] ?? 0);
    const share = span > 0 ? Math.max(0, Math.min(1, (at - (time[index] ?? 0)) / span)) : 0;
    /** @param {readonly (number | null)[]} column */
    const mix = (column) => {
      const [from, to] = [column[index] ?? null, column[next] ?? null];
      return from === null || to === null ? from : from + (to - from) * share;
    };
    const here = { lat: mix(lat) ?? 0, lon: mix(this.lon) ?? 0 };
    const [course, then] = [heading[index] ?? null, heading[next] ?? null];
    // The shorter way round.
    const turn = course === null || then === null ? 0 : ((then - course + 540) % 360) - 180;
    const turned = course === null ? null : (course + turn * share + 360) % 360;
    return { index, ...here, altitude: mix(altitude), gs: mix(gs), vs: mix(vs), heading: turned };
  }
}
