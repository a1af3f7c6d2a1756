import { completeFigures } from '../figures/early-figures.ts';
import { noteAir } from '../flight/airborne.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Flight, ReportedFigures } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { Ending } from './ending.ts';
import type { HostFiling } from './host-filing.ts';
import type { PirepDraft } from './pirep-draft.ts';

/** Files flights at the crew center. */
export class Filing {
  readonly #flights: LiveFlights;
  readonly #draft: PirepDraft;
  readonly #host: HostFiling;
  readonly #ending: Ending;

  constructor(flights: LiveFlights, draft: PirepDraft, host: HostFiling, ending: Ending) {
    this.#flights = flights;
    this.#draft = draft;
    this.#host = host;
    this.#ending = ending;
  }

  /** Stores that the flight is to be filed. From now on it accepts no reports. */
  async intendToFile(live: LiveFlight, figures: ReportedFigures): Promise<Flight> {
    const air = noteAir(this.#flights, live, true);
    const complete = completeFigures(live.flight.said, figures);
    const [flight] = await Promise.all([this.#flights.apply(live, { kind: 'finishing', figures: complete }), air]);
    return flight;
  }

  /** Waits until what an earlier call intended is on disk. @throws Refusal `journal-full` */
  async whenIntended(live: LiveFlight): Promise<void> {
    if (!this.#flights.isStored(live)) await this.#draft.settle(live);
  }

  /** Returns the flight as far as it is on disk. */
  storedOf(live: LiveFlight): Flight {
    return this.#flights.storedOf(live);
  }

  /**
   * What `finish` does, in order: waits until every report is on disk, delivers what is undelivered, computes the PIREP,
   * files it (the adapter first checks whether the host has it already), and stores the receipt. Concurrent calls share one
   * run.
   */
  async fileAtPlatform(live: LiveFlight): Promise<void> {
    return live.lane.run('file', () => this.#file(live));
  }

  async #file(live: LiveFlight): Promise<void> {
    const { intent } = live.flight;
    if (intent?.kind !== 'finish' || live.flight.setAside !== null) return;
    await this.#draft.settle(live);
    try {
      await this.#host.deliverAll(live);
      const pirep = await this.#draft.make(live, intent.figures, intent.at);
      const { pirepId, state: pirepState, isUnsure = false } = await this.#host.file(live, pirep);
      const receipt = { flightId: live.flight.id, pirepId, pirepState, pirep };
      await this.#flights.apply(live, { kind: 'filed', receipt, summary: live.summary(), isUnsure });
      // The flight is kept until the crew center has been checked for incomplete steps.
      if (isUnsure) await this.#host.close(live);
    } catch (error) {
      if (isRefusal(error, 'flight-ended'))
        return this.#ending.endAsCancelled(live, 'The crew center cancelled the PIREP.');
      if (!isRefusal(error, 'crew-center-refused')) throw error;
      await this.#flights.apply(live, { kind: 'set-aside', reason: error.message });
    }
  }
}
