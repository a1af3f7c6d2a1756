/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('./view.js').MapView} MapView */

const maxFollowed = 50;
/** How often the view is fitted to several flights, milliseconds. */
const fitEveryMs = 4_000;

/** The flights that the view follows: one stays in the middle, several stay in the view. */
export class Followed {
  /** @param {MapView} view @param {string | null} ids as the address has them: separated by commas */
  constructor(view, ids) {
    this.view = view;
    this.ids = new Set((ids ?? '').split(',').filter(Boolean).slice(0, maxFollowed));
    this.fittedAt = 0;
    /** Called when the set has changed. @type {() => void} */
    this.onChange = () => {};
  }

  get text() {
    return [...this.ids].join(',');
  }

  /** @param {string} id */
  has(id) {
    return this.ids.has(id);
  }

  /** @param {string} id */
  toggle(id) {
    if (!this.ids.delete(id) && this.ids.size < maxFollowed) this.ids.add(id);
    this.fittedAt = 0;
    this.onChange();
  }

  stop() {
    if (this.ids.size === 0) return;
    this.ids.clear();
    this.onChange();
  }

  /** Moves the view to where they are. A flight that has left the map is not waited for. @param {ReadonlyMap<string, Aircraft>} aircraft @param {number} now */
  keepUp(aircraft, now) {
    const flights = [...this.ids].flatMap((id) => aircraft.get(id) ?? []);
    const [only] = flights;
    if (only === undefined) return;
    if (flights.length === 1) this.view.centre(only);
    else if (now - this.fittedAt >= fitEveryMs) {
      this.fittedAt = now;
      this.view.frame(flights, { maxZoom: 9, animate: true, withAirports: false });
    }
  }
}
