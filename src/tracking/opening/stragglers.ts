import type { Clock } from '../../lib/clock.ts';
import type { ReportRequest } from '../calls.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import { stateRefusal } from '../flight/state.ts';
import type { Flight, FlightName, Position } from '../model.ts';

/** An undated report this soon after the end of a flight belongs to that flight. */
const stragglerMs = 2 * 60_000;

/** Recognises late reports and repeats of an ended flight: they never open another one. */
export class Stragglers {
  readonly #finder: FlightFinder;
  readonly #clock: Clock;

  constructor(finder: FlightFinder, clock: Clock) {
    this.#finder = finder;
    this.#clock = clock;
  }

  /** @throws Refusal `flight-filed`, `flight-ended`, `flight-not-found` */
  async refuse(pilotId: string, { name, positions }: ReportRequest): Promise<void> {
    const ended =
      name === null
        ? await this.#finder.last(pilotId)
        : ((await this.#finder.namedOrNull(pilotId, name))?.flight ?? null);
    if (ended?.state === 'starting') return;
    if (ended === null) {
      if (name?.flightId !== undefined || name?.pirepId !== undefined) throw stateRefusal('flight-not-found');
      return;
    }
    if (this.#isStraggler(ended, name, positions))
      throw stateRefusal(ended.state === 'filed' ? 'flight-filed' : 'flight-ended', ended);
  }

  #isStraggler(ended: Flight, name: FlightName | null, positions: readonly Position[]): boolean {
    if (name !== null && (name.bidId === undefined || ended.state === 'filed' || ended.state === 'filing')) return true;
    const endedAt = ended.endedAt ?? ended.intent?.at ?? ended.startedAt;
    const newest = positions.at(-1);
    if (newest === undefined) return true;
    return newest.isDated ? newest.recordedAt <= endedAt : this.#clock.now() - endedAt < stragglerMs;
  }
}
