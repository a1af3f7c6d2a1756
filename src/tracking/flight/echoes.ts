import { Fingerprint } from '../../lib/fingerprint.ts';
import { positionFields } from '../position/position.ts';

/** A report without a number or time of its own. */
interface Undated {
  readonly receivedAt: number;
}

/** Reports without number and time that have equal values and arrive within this time count as one, in milliseconds. */
const echoMs = 1_000;

/** Everything of a position and of a flight event except the instants, which are the times of arrival. */
const values = new Fingerprint([
  ...positionFields.map(({ name }) => name).filter((name) => name !== 'recordedAt'),
  ...['kind', 'message', 'data'],
]);

/**
 * The reports of the last second that have neither a number nor a time of their own, so that a report that a client sends
 * twice in a row is stored once. Two numbers of each and not the report: as objects, each kept until the next one arrives, they would
 * fill the old generation, as `NewestPosition` says.
 */
export class Echoes {
  /** When each was received, and its fingerprint, by turns. */
  readonly #recent: number[] = [];

  /** Returns true when an equal report was received less than a second before. */
  has(report: Undated): boolean {
    return this.#indexOf(report.receivedAt, fingerprintOf(report), echoMs) >= 0;
  }

  add(report: Undated): void {
    const { receivedAt } = report;
    const recent = this.#recent;
    let kept = 0;
    for (let index = 0; index < recent.length; index += 2) {
      const at = recent[index] ?? 0;
      // Negative when the server's clock was set back.
      if (Math.abs(receivedAt - at) >= echoMs) continue;
      recent[kept] = at;
      recent[kept + 1] = recent[index + 1] ?? 0;
      kept += 2;
    }
    recent[kept] = receivedAt;
    recent[kept + 1] = fingerprintOf(report);
    recent.length = kept + 2;
  }

  forget(report: Undated): void {
    const index = this.#indexOf(report.receivedAt, fingerprintOf(report), 1);
    if (index >= 0) this.#recent.splice(index, 2);
  }

  /** Index of one with this fingerprint that was received less than `withinMs` before or after; -1 when there is none. */
  #indexOf(receivedAt: number, fingerprint: number, withinMs: number): number {
    const recent = this.#recent;
    for (let index = 0; index < recent.length; index += 2)
      if (recent[index + 1] === fingerprint && Math.abs(receivedAt - (recent[index] ?? 0)) < withinMs) return index;
    return -1;
  }
}

// Of the last report, because it is looked for and added in one turn.
let last: Undated | null = null;
let lastFingerprint = 0;

function fingerprintOf(report: Undated): number {
  if (report !== last) {
    last = report;
    lastFingerprint = values.of(report);
  }
  return lastFingerprint;
}
