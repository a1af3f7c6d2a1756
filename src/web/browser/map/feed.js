import { Aircraft } from './aircraft.js';

/** @typedef {import('../../live/wire.ts').Delta} Delta */
/** @typedef {import('../../live/wire.ts').MapFlight} MapFlight */

/** Seconds between two tries while the server cannot be reached. */
const againS = 20;

/**
 * The flights under way, updated by server-sent events; the browser itself reconnects. Where the page comes through the crew center's
 * PHP, which a stream would hold, the feed asks for all of them now and then, and not while nobody looks.
 */
export class Feed {
  /** @param {string} url @param {number} skewMs @param {boolean} isPolled */
  constructor(url, skewMs, isPolled) {
    /** @type {Map<string, Aircraft>} */
    this.aircraft = new Map();
    /** By the keys that the deltas use. @type {Map<number, Aircraft>} */
    this.byKey = new Map();
    this.skewMs = skewMs;
    /** Called after every change. @type {() => void} */
    this.onChange = () => {};
    /** @type {(isOpen: boolean) => void} */
    this.onConnection = () => {};
    /** Called with the server's time of what is shown, and the seconds until the feed asks again. @type {(at: number, nextS: number) => void} */
    this.onPoll = () => {};
    this.url = url;
    /** @type {number | undefined} */
    this.timer = undefined;
    if (isPolled) this.beginPolling();
    else this.open();
  }

  open() {
    const source = new EventSource(this.url);
    const openLater = (/** @type {number} */ afterMs) => {
      source.close();
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.open(), afterMs);
    };
    source.addEventListener('open', () => this.onConnection(true));
    source.addEventListener('error', () => {
      this.onConnection(false);
      // An error response (too many viewers, a proxy's page) closes the stream for good, so we reconnect later.
      if (source.readyState === EventSource.CLOSED) openLater(15_000);
    });
    source.addEventListener('snapshot', (event) => this.takeSnapshot(JSON.parse(event.data)));
    source.addEventListener('delta', (event) => this.takeDelta(JSON.parse(event.data)));
    // On the way to another page Firefox cuts the stream while this one is still shown, which would say that it has lost the server.
    window.onbeforeunload = () => openLater(3_000);
  }

  beginPolling() {
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.timer === undefined) void this.poll();
    });
    void this.poll();
  }

  async poll() {
    clearTimeout(this.timer);
    const nextS = await this.ask();
    this.timer = window.setTimeout(() => {
      this.timer = undefined;
      if (!document.hidden) void this.poll();
    }, nextS * 1_000);
  }

  /** Returns the seconds until it should ask again. @returns {Promise<number>} */
  async ask() {
    try {
      const answer = await fetch(this.url);
      if (!answer.ok) throw new Error(String(answer.status));
      const { at, nextS, flights } = await answer.json();
      this.takeSnapshot({ flights });
      this.onConnection(true);
      this.onPoll(at, nextS);
      return nextS;
    } catch {
      this.onConnection(false);
      return againS;
    }
  }

  /** @param {{ flights: MapFlight[] }} snapshot */
  takeSnapshot({ flights }) {
    const before = this.aircraft;
    this.aircraft = new Map();
    this.byKey = new Map();
    for (const flight of flights) {
      const known = before.get(flight.id);
      if (known === undefined) this.add(flight);
      else {
        this.aircraft.set(flight.id, known);
        known.flight = { ...flight, at: known.flight.at };
        this.byKey.set(flight.key, known);
        if (known.place[7] !== flight.at[7]) known.move(flight.at, Date.now());
      }
    }
    this.onChange();
  }

  /** @param {Delta} delta */
  takeDelta({ at, new: added, moved, progress, gone }) {
    const now = Date.now();
    for (const flight of added) this.add(flight);
    for (const [key, lat, lon, heading, altitude, gs, vs, phase, ageS] of moved) {
      this.byKey.get(key)?.move([lat, lon, heading, altitude, gs, vs, phase, at - ageS * 1_000], now);
    }
    for (const [key, ...so] of progress) {
      const aircraft = this.byKey.get(key);
      if (aircraft !== undefined) aircraft.flight = { ...aircraft.flight, progress: so };
    }
    for (const id of gone) {
      const aircraft = this.aircraft.get(id);
      this.aircraft.delete(id);
      // A flight that returned in the meantime has another key.
      if (aircraft !== undefined) this.byKey.delete(aircraft.flight.key);
    }
    this.onChange();
  }

  /** @param {MapFlight} flight */
  add(flight) {
    const aircraft = new Aircraft(flight, this.skewMs);
    this.aircraft.set(flight.id, aircraft);
    this.byKey.set(flight.key, aircraft);
  }
}
