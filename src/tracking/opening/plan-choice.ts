import type { Platform } from '../../platform/port.ts';
import type { StartRequest } from '../calls.ts';
import { stateRefusal } from '../flight/state.ts';
import type { Aircraft, Bid, FlightName, FreeFlight, Plan } from '../model.ts';
import { Refusal } from '../refusals.ts';
import type { HostSettings } from '../sessions/host-settings.ts';

export interface Choice {
  readonly plan: Plan;
  readonly aircraft: Aircraft | null;
}

/** Chooses the plan and the aircraft of a flight. */
export class PlanChoice {
  readonly #platform: Pick<Platform, 'listBids' | 'latestBid' | 'planFreeFlight' | 'findAircraft'>;
  readonly #settings: HostSettings;

  constructor(
    platform: Pick<Platform, 'listBids' | 'latestBid' | 'planFreeFlight' | 'findAircraft'>,
    settings: HostSettings,
  ) {
    this.#platform = platform;
    this.#settings = settings;
  }

  get bidsRequired(): boolean {
    return this.#settings.current.bidsRequired;
  }

  /** Returns the plan of the named bid, or of the free flight in the request. */
  async ofStart(pilotId: string, request: StartRequest): Promise<Choice> {
    if (request.bidId === null) return this.#withoutBid(pilotId, request.freeFlight);
    const bid = await this.findBid(pilotId, { bidId: request.bidId });
    if (bid === null) throw stateRefusal('bid-not-found');
    return this.ofBid(pilotId, bid, request);
  }

  async #withoutBid(pilotId: string, freeFlight: FreeFlight | null): Promise<Choice> {
    if (this.bidsRequired)
      throw new Refusal('bid-required', { message: 'This crew center requires a bid. Name one of your bids.' });
    if (freeFlight === null)
      throw new Refusal('invalid', {
        message: 'Name a bid or a free flight.',
        fields: { bidId: 'is required unless the fields of a free flight are given' },
      });
    return this.ofFreeFlight(pilotId, freeFlight);
  }

  async ofFreeFlight(pilotId: string, freeFlight: FreeFlight): Promise<Choice> {
    const plan = await this.#platform.planFreeFlight(pilotId, freeFlight);
    return { plan, aircraft: plan.aircraft };
  }

  /** Returns the bid's aircraft, the requested one, or the first that the pilot may take. */
  async ofBid(
    pilotId: string,
    bid: Bid,
    wanted: { readonly aircraft: string | null; readonly registration: string | null },
  ): Promise<Choice> {
    if (bid.blocked !== null) throw new Refusal('bid-blocked', { message: bid.blocked });
    const plan = planOf(bid);
    if (wanted.aircraft !== null || wanted.registration !== null) {
      return { plan, aircraft: await this.#platform.findAircraft(pilotId, plan, wanted) };
    }
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
  async findBid(pilotId: string, name: FlightName | null): Promise<Bid | null> {
    if (name?.bidId === undefined) return (await this.#platform.latestBid(pilotId)).bid;
    return (await this.#platform.listBids(pilotId)).find((bid) => bid.id === name.bidId) ?? null;
  }
}

/** Returns the bid's plan, with the fuel of its briefing: the crew center may delete the briefing with the bid. */
function planOf({ plan, briefing }: Bid): Plan {
  const fuelLb = briefing?.blockFuelLb ?? null;
  return fuelLb === null ? plan : { ...plan, plannedBlockFuelLb: fuelLb };
}
