import type { HostFlight, Platform } from '../../src/platform/port.ts';
import type { Report } from '../../src/tracking/model.ts';
import { Refusal } from '../../src/tracking/refusals.ts';
import type { Weakness } from './weakness.ts';

/** The greatest figure of a column as phpVMS has it (SMALLINT), and characters that MySQL's `utf8` cannot keep (those of four bytes). */
const maxSpeed = 32_767;
const fourBytes = /\p{Emoji_Presentation}/u;

/** Whether the crew center can never store this report, although every client may send it. */
export function isPoisonous(report: Report): boolean {
  if (report.kind === 'event') return fourBytes.test(report.event.message ?? '');
  return Math.abs(report.position.verticalSpeedFpm ?? 0) > maxSpeed;
}

export const nameOf = (report: Report) =>
  report.kind === 'position' ? `p${report.position.seq}` : `e${report.event.seq}`;

/**
 * A crew center that keeps every report, put around the demo's own. It outlives the server, can be away, can lose its answers,
 * and refuses a batch as a whole when it has one report that it cannot store.
 */
export class CrewCenter {
  isAway = false;
  /** So many of the next deliveries are stored, and their answers lost. */
  answersToLose = 0;
  /** Reports that are stored. */
  stored = 0;
  /** Those that came again: after a lost answer, a restart, or by two deliveries at the same time. Rows are known again. */
  repeated = 0;
  /** By flight, the names of its reports by the ids of their rows, in the order in which they came: `p7` is the position that its pilot numbered 7, `e7` an event. */
  readonly #rows = new Map<string, Map<string, string>>();
  readonly #weakness: Weakness;
  #hasStruck = false;
  #hasFiled = false;

  constructor(weakness: Weakness) {
    this.#weakness = weakness;
  }

  /** Names of the rows of this flight. */
  namesOf(flightId: string): readonly string[] {
    return [...(this.#rows.get(flightId)?.values() ?? [])];
  }

  readonly around = (inner: Platform): Platform =>
    new Proxy(inner, {
      get: (target, name: keyof Platform) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'close') return value.bind(target);
        return async (...args: unknown[]) => {
          if (name === 'deliverTrack')
            return this.#deliver(target, args[0] as HostFlight, args[1] as readonly Report[]);
          if (this.isAway) throw unavailable();
          if (name === 'filePirep' && this.#weakness === 'only-says-filed' && !this.#hasFiled) {
            this.#hasFiled = true;
            return { pirepId: (args[0] as HostFlight).pirepId, state: 'pending' };
          }
          return value.apply(target, args);
        };
      },
    });

  async #deliver(inner: Platform, flight: HostFlight, reports: readonly Report[]): Promise<void> {
    if (this.isAway) throw unavailable();
    if (reports.some(isPoisonous)) {
      if (this.#weakness === 'hides-refusals') return;
      throw new Refusal('crew-center-refused', { message: 'The crew center cannot store a value of this report.' });
    }
    for (const [index, batch] of this.#weakened(flight, reports).entries()) {
      await inner.deliverTrack(flight, batch);
      // As phpVMS's table `acars` has it: a row's id is made from its PIREP's and the report's number.
      for (const report of batch) this.#keep(flight.id, `${flight.pirepId}-${report.number}-${index}`, nameOf(report));
    }
    if (this.answersToLose === 0) return;
    this.answersToLose -= 1;
    throw unavailable();
  }

  #keep(flightId: string, rowId: string, name: string): void {
    const rows = this.#rows.get(flightId) ?? new Map<string, string>();
    this.#rows.set(flightId, rows);
    if (rows.has(rowId)) this.repeated += 1;
    else this.stored += 1;
    rows.set(rowId, name);
  }

  /**
   * The batches that are stored in the place of this one: another one only for the first of several reports that is new and will
   * be answered, because the others come again and hide it. A second one gets other row ids.
   */
  #weakened(flight: HostFlight, reports: readonly Report[]): readonly (readonly Report[])[] {
    if (this.#hasStruck) return [reports];
    const names = new Set(this.namesOf(flight.id));
    const isNew = reports.length > 1 && !reports.some((report) => names.has(nameOf(report)));
    if (!isNew || this.answersToLose > 0) return [reports];
    this.#hasStruck = true;
    if (this.#weakness === 'loses-a-batch') return [];
    if (this.#weakness === 'doubles-a-batch') return [reports, reports];
    return this.#weakness === 'turns-a-batch-round' ? [reports.toReversed()] : [reports];
  }
}

const unavailable = () => new Refusal('crew-center-unavailable', { message: 'The crew center is out of reach.' });
