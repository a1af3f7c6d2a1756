import type { Clock } from '../../lib/clock.ts';
import type { DescribeRequest, Session } from '../calls.ts';
import { isSaid } from '../early-figures.ts';
import type { FlightFinder } from '../find-flight.ts';
import type { FlightView } from '../flight-view.ts';
import type { LiveFlights } from '../live-flights.ts';
import { decide } from '../state.ts';

/** Notes what a client says of the PIREP before it is finished. Only what is new is stored: clients repeat it every second. */
export class Describe {
  readonly #finder: FlightFinder;
  readonly #flights: Pick<LiveFlights, 'apply'>;
  readonly #clock: Clock;

  constructor(finder: FlightFinder, flights: Pick<LiveFlights, 'apply'>, clock: Clock) {
    this.#finder = finder;
    this.#flights = flights;
    this.#clock = clock;
  }

  async run(session: Session, { name, said }: DescribeRequest): Promise<FlightView> {
    const { live, flight } = await this.#finder.named(session.pilot.id, name);
    decide('report', flight);
    if (live === null) throw new Error('describing an ended flight');
    live.noteSign(this.#clock.now());
    if (!isSaid(live.flight.said, said)) await this.#flights.apply(live, { kind: 'described', said });
    return live.view();
  }
}
