import type { Clock } from '../../lib/clock.ts';
import type { DescribeRequest, Session } from '../calls.ts';
import { isSaid } from '../figures/early-figures.ts';
import type { FlightView } from '../figures/flight-view.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { decide } from '../flight/state.ts';
import type { EarlyFigures } from '../model.ts';

/**
 * Notes what a client says of the PIREP before it is finished. Only what is new is stored: clients repeat it every second.
 * Custom fields are taken as long as the PIREP is not filed: some clients send them after they have finished.
 */
export class Describe {
  readonly #finder: FlightFinder;
  readonly #flights: Pick<LiveFlights, 'apply'>;
  readonly #clock: Clock;
  #waiting = 0;

  constructor(finder: FlightFinder, flights: Pick<LiveFlights, 'apply'>, clock: Clock) {
    this.#finder = finder;
    this.#flights = flights;
    this.#clock = clock;
  }

  async run(session: Session, { name, said }: DescribeRequest): Promise<FlightView> {
    const { live, flight } = await this.#finder.named(session.pilot.id, name);
    if (live !== null && flight.state === 'filing' && said.fields !== undefined)
      return this.#whileFiling(live, said.fields);
    decide('report', flight);
    if (live === null) throw new Error('describing an ended flight');
    return this.#note(live, said);
  }

  async #note(live: LiveFlight, said: EarlyFigures): Promise<FlightView> {
    live.noteSign(this.#clock.now());
    if (!isSaid(live.flight.said, said)) await this.#flights.apply(live, { kind: 'described', said });
    return live.view();
  }

  /** Between two attempts to file it: one that is under way would leave them out. @throws Refusal `flight-filed` */
  #whileFiling(live: LiveFlight, fields: NonNullable<EarlyFigures['fields']>): Promise<FlightView> {
    this.#waiting += 1;
    return live.lane.run(`describe ${this.#waiting}`, async () => {
      if (live.flight.state !== 'filing') decide('report', live.flight);
      return this.#note(live, { fields });
    });
  }
}
