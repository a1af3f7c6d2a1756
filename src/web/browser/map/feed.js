import { Aircraft } from './aircraft.js';

/** @typedef {import('../../../live/wire.ts').Delta} Delta */
/** @typedef {import('../../../live/wire.ts').MapFlight} MapFlight */

/** The flights under way, kept up to date by the server's events; the browser itself resumes a broken line. */
export class Feed {
  /** @param {string} url @param {number} skewMs */
  constructor(url, skewMs) {
    /** @type {Map<string, Aircraft>} */
    this.aircraft = new Map();
    this.skewMs = skewMs;
    /** Told after every change. @type {() => void} */
    this.onChange = () => {};
    /** @type {(isOpen: boolean) => void} */
    this.onConnection = () => {};
    this.url = url;
    this.open();
  }

  open() {
    const source = new EventSource(this.url);
    source.addEventListener('open', () => this.onConnection(true));
    source.addEventListener('error', () => {
      this.onConnection(false);
      // A refusal (too many viewers, a proxy's page) closes it for good; so we come back later ourselves.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), 15_000);
    });
    source.addEventListener('snapshot', (event) => this.takeSnapshot(JSON.parse(event.data)));
    source.addEventListener('delta', (event) => this.takeDelta(JSON.parse(event.data)));
  }

  /** @param {{ flights: MapFlight[] }} snapshot */
  takeSnapshot({ flights }) {
    const before = this.aircraft;
    this.aircraft = new Map();
    for (const flight of flights) {
      const known = before.get(flight.id);
      if (known === undefined) this.add(flight);
      else {
        this.aircraft.set(flight.id, known);
        if (known.place[7] !== flight.at[7]) known.move(flight.at, Date.now());
      }
    }
    this.onChange();
  }

  /** @param {Delta} delta */
  takeDelta({ new: added, moved, gone }) {
    const now = Date.now();
    for (const flight of added) this.add(flight);
    for (const [id, ...place] of moved) this.aircraft.get(id)?.move(place, now);
    for (const id of gone) this.aircraft.delete(id);
    this.onChange();
  }

  /** @param {MapFlight} flight */
  add(flight) {
    this.aircraft.set(flight.id, new Aircraft(flight, this.skewMs));
  }
}
