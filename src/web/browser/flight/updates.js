import { pageQuery, queryOf, withQuery } from '../page-address.js';

/** @typedef {import('../../flight/update-route.ts').FlightUpdate} FlightUpdate */
/** @typedef {{ readonly version: string, readonly after: number, readonly count: number }} Shown what the page shows: its version, and how many positions until when */

/** Longest time between two attempts while the server cannot be reached, seconds. */
const maxWaitS = 60;

/** Asks for what is new about a flight under way, as often as the server wants, and not while nobody looks. */
export class Updates {
  /** @param {string} url @param {() => Shown} shown @param {{ onNews: (update: FlightUpdate) => void, onLost: (isLost: boolean) => void }} listener */
  constructor(url, shown, { onNews, onLost }) {
    this.url = url;
    this.shown = shown;
    this.onNews = onNews;
    this.onLost = onLost;
    this.failures = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** Seconds between two requests; null once nothing will change any more. @type {number | null} */
    this.nextS = null;
    document.addEventListener('visibilitychange', () => {
      clearTimeout(this.timer);
      if (!document.hidden && this.nextS !== null) void this.ask();
    });
  }

  /** @param {number | null} nextS */
  start(nextS) {
    this.nextS = nextS;
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    if (this.nextS === null || document.hidden) return;
    const seconds = Math.min(maxWaitS, this.nextS * 2 ** this.failures);
    this.timer = window.setTimeout(() => void this.ask(), seconds * 1_000);
  }

  async ask() {
    try {
      const answer = await fetch(this.address());
      // It is no longer public, or gone.
      if (answer.status === 403 || answer.status === 404) this.nextS = null;
      if (!answer.ok) throw new Error(String(answer.status));
      /** @type {FlightUpdate} */
      const update = await answer.json();
      this.nextS = update.nextS;
      if (this.failures > 0) this.onLost(false);
      this.failures = 0;
      this.onNews(update);
    } catch {
      this.failures += 1;
      if (this.nextS !== null && this.failures === 2) this.onLost(true);
    }
    this.wait();
  }

  address() {
    const { version, after, count } = this.shown();
    return addressOf(this.url, { version, after: String(after), count: String(count) });
  }
}

/** Returns an address with the language and units of this page's own address. @param {string} path @param {Readonly<Record<string, string>>} [more] */
export function addressOf(path, more = {}) {
  const query = queryOf(path);
  for (const [name, value] of [...pageQuery(), ...Object.entries(more)]) query.set(name, value);
  return withQuery(path, query.toString());
}
