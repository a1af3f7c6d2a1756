import { FlownAircraft } from './flown-aircraft.js';

const hourMs = 3_600_000;

/** The flights of the last 24 hours; their positions are loaded hour by hour, as the replay comes to them. */
export class Hours {
  /** @param {string} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, FlownAircraft>} */
    this.aircraft = new Map();
    /** @type {Map<number, 'loading' | 'loaded'>} */
    this.hours = new Map();
    this.from = 0;
    this.to = 0;
    /** Share of the day that the server has read. */
    this.loaded = 0;
  }

  /** Loads the list of flights. @returns {Promise<void>} */
  async load() {
    const answer = await fetch(`${this.root}replay/flights.json`);
    if (!answer.ok) throw new Error(String(answer.status));
    const { from, to, loaded, flights } = await answer.json();
    const isMore = loaded > this.loaded;
    Object.assign(this, { from: this.from || from, to, loaded });
    for (const flight of flights)
      if (!this.aircraft.has(flight[0])) this.aircraft.set(flight[0], new FlownAircraft(flight));
    // Hours that were loaded lack what the server has read since.
    if (isMore) this.forget();
  }

  forget() {
    this.hours.clear();
    for (const aircraft of this.aircraft.values()) aircraft.points = [];
  }

  /** Loads the hour of this time and the next one, once each. @param {number} time */
  async need(time) {
    const hour = Math.floor(time / hourMs);
    await Promise.all([hour, hour + 1].map((each) => this.needHour(each)));
  }

  /** @param {number} hour */
  async needHour(hour) {
    if (this.hours.has(hour) || hour * hourMs > this.to) return;
    this.hours.set(hour, 'loading');
    const answer = await fetch(`${this.root}replay/hours/${hour}.json`).catch(() => null);
    if (answer?.ok !== true) {
      this.hours.delete(hour);
      return;
    }
    const { tracks } = await answer.json();
    for (const [id, points] of Object.entries(tracks)) this.aircraft.get(id)?.add(hour, points);
    this.hours.set(hour, 'loaded');
  }

  /** Returns the aircraft that fly at this time, moved to where they are. @param {number} time */
  at(time) {
    const minute = time / 60_000;
    return [...this.aircraft.values()].filter(
      (each) => each.from <= minute && minute <= each.to && each.points.length > 0 && each.moveTo(time),
    );
  }
}
