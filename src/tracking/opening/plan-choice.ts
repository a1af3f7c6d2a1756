import type { Platform } from '../../platform/port.ts';
import type { StartRequest } from '../calls.ts';
import { stateRefusal } from '../flight/state.ts';
import type { Aircraft, Bid, FlightName, FreeFlight, Plan } from '../model.ts';
import { Refusal } from '../refusals.ts';
import type { CurrentSettings } from '../sessions/current-settings.ts';
import type { Turn } from '../sessions/pilot-turns.ts';

export interface Choice {
  readonly plan: Plan;
  readonly aircraft: Aircraft | null;
}

/** What choosing the plan of a flight needs of the core. */
export interface ChoosingCore {
  readonly platform: Pick<Platform, 'listBids' | 'latestBid' | 'planFreeFlight' | 'findAircraft'>;
  readonly settings: Pick<CurrentSettings, 'current'>;
}

/** Returns the plan and aircraft of the bid that a start names, or of the free flight in the request. */
export async function choosePlan(core: ChoosingCore, { pilot }: Turn, request: StartRequest): Promise<Choice> {
  if (request.bidId === null) return withoutBid(core, pilot.id, request.freeFlight);
  const bid = await findBid(core, pilot.id, { bidId: request.bidId });
  if (bid === null) throw stateRefusal('bid-not-found');
  return choiceOfBid(core, pilot.id, bid, request);
}

async function withoutBid(core: ChoosingCore, pilotId: string, freeFlight: FreeFlight | null): Promise<Choice> {
  if (core.settings.current.bidsRequired)
    throw new Refusal('bid-required', { message: 'This crew center requires a bid. Name one of your bids.' });
  if (freeFlight === null)
    throw new Refusal('invalid', {
      message: 'Name a bid or a free flight.',
      fields: { bidId: 'is required unless the fields of a free flight are given' },
    });
  return choiceOfFreeFlight(core, pilotId, freeFlight);
}

export async function choiceOfFreeFlight(
  { platform }: ChoosingCore,
  pilotId: string,
  freeFlight: FreeFlight,
): Promise<Choice> {
  const plan = await platform.planFreeFlight(pilotId, freeFlight);
  return { plan, aircraft: plan.aircraft };
}

/** Returns the bid's aircraft, the requested one, or the first that the pilot may take. */
export async function choiceOfBid(
  { platform }: ChoosingCore,
  pilotId: string,
  bid: Bid,
  wanted: { readonly aircraft: string | null; readonly registration: string | null },
): Promise<Choice> {
  if (bid.blocked !== null) throw new Refusal('bid-blocked', { message: bid.blocked });
  const plan = planOf(bid);
  if (wanted.aircraft !== null || wanted.registration !== null)
    return { plan, aircraft: await platform.findAircraft(pilotId, plan, wanted) };
  const aircraft = plan.aircraft ?? bid.aircraftChoices[0];
  if (aircraft === undefined) {
    throw new Refusal('invalid', {
      message: 'No aircraft is available to you for this bid.',
      fields: { aircraft: 'is required: the bid has none, and none is available for it' },
    });
  }
  return { plan, aircraft };
}

/** Returns the named bid, or the one that the crew center considers the latest. */
export async function findBid(
  { platform }: ChoosingCore,
  pilotId: string,
  name: FlightName | null,
): Promise<Bid | null> {
  if (name?.bidId === undefined) return (await platform.latestBid(pilotId)).bid;
  return (await platform.listBids(pilotId)).find((bid) => bid.id === name.bidId) ?? null;
}

/** Returns the bid's plan, with the fuel of its briefing: the crew center may delete the briefing with the bid. */
function planOf({ plan, briefing }: Bid): Plan {
  const fuelLb = briefing?.blockFuelLb ?? null;
  return fuelLb === null ? plan : { ...plan, plannedBlockFuelLb: fuelLb };
}
