import type { DescribeRequest, Session } from '../calls.ts';
import { isSaid } from '../figures/early-figures.ts';
import type { FlightView } from '../figures/flight-view.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { decide } from '../flight/state.ts';
import type { EarlyFigures } from '../model.ts';
import type { OpeningCore } from '../opening/core.ts';

type DescribingCore = Pick<OpeningCore, 'finder' | 'flights' | 'clock' | 'journal'>;

/**
 * Notes what a client says of the PIREP before it is finished. Only what is new is stored: clients repeat it every second.
 * Custom fields are taken as long as the PIREP is not filed: some clients send them after they have finished.
 */
export async function describe(
  core: DescribingCore,
  { pilot }: Session,
  { name, said }: DescribeRequest,
): Promise<FlightView> {
  const { live, flight } = await core.finder.named(pilot.id, name);
  if (live !== null && flight.state === 'filing' && said.fields !== undefined)
    return describeWhileFiling(core, live, said.fields);
  decide('report', flight);
  if (live === null) throw new Error('describing an ended flight');
  return note(core, live, said);
}

async function note(core: DescribingCore, live: LiveFlight, said: EarlyFigures): Promise<FlightView> {
  const { flights, clock, journal } = core;
  live.noteSign(clock.now());
  if (!isSaid(live.flight.said, said)) await flights.apply(live, { kind: 'described', said });
  // The same was said a moment ago, and may still wait for the disk.
  else if (!flights.isStored(live)) await journal.barrier();
  return live.view();
}

/** Between two attempts to file it: one that is under way would leave them out. @throws Refusal `flight-filed` */
function describeWhileFiling(
  core: DescribingCore,
  live: LiveFlight,
  fields: NonNullable<EarlyFigures['fields']>,
): Promise<FlightView> {
  return live.lane.run(null, async () => {
    if (live.flight.state !== 'filing') decide('report', live.flight);
    return note(core, live, { fields });
  });
}
