import type { Session } from '../calls.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { PirepOpening } from '../paperwork/pirep-opening.ts';
import type { Patience } from '../waiting.ts';
import type { Chosen, NewFlights } from './new-flights.ts';

/** Opens flights: writes the start down, then asks the crew center. */
export class FlightOpener {
  readonly #newFlights: NewFlights;
  readonly #pireps: PirepOpening;

  constructor(newFlights: NewFlights, pireps: PirepOpening) {
    this.#newFlights = newFlights;
    this.#pireps = pireps;
  }

  /** @throws Refusal as `waitFor` */
  async open(session: Session, chosen: Chosen, patience: Patience): Promise<LiveFlight> {
    const live = await this.#newFlights.add(session.pilot, chosen);
    await this.waitFor(live, patience);
    return live;
  }

  /** @throws Refusal `crew-center-unavailable` when it takes too long, or what the crew center answered */
  async waitFor(live: LiveFlight, patience: Patience): Promise<void> {
    await patience.require(this.#pireps.open(live));
  }
}
