import { figures, say } from '../visitor/visitor.js';
import { make, setText } from './dom.js';

/** @typedef {ReturnType<typeof import('./progress.js').progressOf>} Progress */

/** The times of a flight: as planned, and as flown or expected. */
export class Times {
  constructor() {
    this.body = make('tbody', {});
    const head = ['times.planned', 'times.actual'].map((key) =>
      make('th', { scope: 'col' }, say(/** @type {import('../wording.js').TextKey} */ (key))),
    );
    this.head = make('thead', {}, make('tr', {}, make('td', {}), ...head));
    this.table = make('table', { class: 'times' }, this.head, this.body);
    this.departure = this.row(say('times.departure'));
    this.takeoff = this.row(say('times.takeoff'));
    this.landing = this.row(say('times.landing'));
    this.arrival = this.row(say('times.arrival'));
  }

  /** @param {string} name */
  row(name) {
    const [planned, actual] = [make('td', { dir: 'auto' }), make('td', {})];
    const row = make('tr', {}, make('th', { scope: 'row' }, name), planned, actual);
    this.body.append(row);
    return { row, planned, actual };
  }

  /**
   * Without a schedule it has only what the card's head does not say already.
   * @param {import('../../live/wire.ts').MapPlan} planned @param {Progress} progress @param {number} now
   */
  show([departure, arrival], { offBlockAt, takeoffAt, landingAt, onBlockAt, expectedAt, doubtMin }, now) {
    const isPlanned = departure !== null || arrival !== null;
    this.head.hidden = !isPlanned;
    const expected =
      expectedAt === null
        ? figures.clock(landingAt)
        : say('times.expected', { time: figures.clockOn(expectedAt, now), minutes: doubtMin ?? 0 });
    const rows = /** @type {const} */ ([
      [this.departure, departure, figures.clock(offBlockAt), false],
      [this.takeoff, null, figures.clock(takeoffAt), takeoffAt !== null && offBlockAt !== null],
      [this.landing, null, expected, false],
      [this.arrival, arrival, figures.clock(onBlockAt), onBlockAt !== null],
    ]);
    for (const [{ row, planned, actual }, time, text, isNew] of rows) {
      row.hidden = !isPlanned && !isNew;
      planned.hidden = !isPlanned;
      setText(planned, time ?? (row === this.departure.row || row === this.arrival.row ? '–' : ''));
      setText(actual, text);
    }
    this.table.hidden = rows.every(([{ row }]) => row.hidden);
  }
}
