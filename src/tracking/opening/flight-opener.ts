import type { Session } from '../calls.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { PirepOpening } from '../paperwork/pirep-opening.ts';
import type { Patience } from '../sessions/waiting.ts';
import type { Clearance } from './clearances.ts';
import type { Chosen, NewFlights } from './new-flights.ts';

/** Opens flights: stores the start, then calls the crew center. */
export class FlightOpener {
  readonly #newFlights: NewFlights;
  readonly #pireps: PirepOpening;

  constructor(newFlights: NewFlights, pireps: PirepOpening) {
    this.#newFlights = newFlights;
    this.#pireps = pireps;
  }

  /** @throws Refusal as `waitFor` */
  async open(
    { turn, bidId }: Clearance,
    session: Session,
    chosen: Omit<Chosen, 'bidId'>,
    patience: Patience,
  ): Promise<LiveFlight> {
    if (turn.isOver || turn.pilotId !== session.pilot.id) throw new Error('a flight is opened outside the turn');
    const live = await this.#newFlights.add(session.pilot, { ...chosen, bidId });
    await this.waitFor(live, patience);
    return live;
  }

  /** @throws Refusal `crew-center-unavailable` after the timeout, or the crew center's refusal */
  async waitFor(live: LiveFlight, patience: Patience): Promise<void> {
    await patience.require(this.#pireps.open(live));
  }
}
