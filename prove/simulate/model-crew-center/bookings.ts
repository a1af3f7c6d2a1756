import type { Aircraft, Bid, Plan } from '../../../src/tracking/model.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import type { HostBid, ModelHost } from './host.ts';
import type { Plans } from './plans.ts';

/** Bids that pilots make, change and remove. */
export class Bookings {
  readonly #host: ModelHost;
  readonly #plans: Plans;

  constructor(host: ModelHost, plans: Plans) {
    this.#host = host;
    this.#plans = plans;
  }

  /** The bid that the pilot has on it already is returned as it is. */
  book(pilotId: string, wanted: { readonly scheduleId: string; readonly aircraftId: string | null }): Bid {
    const schedule = this.#host.schedules.get(wanted.scheduleId);
    if (schedule === undefined) throw new Refusal('not-found', { message: 'There is no such flight.' });
    if (!this.#host.pilots.has(pilotId)) throw new Refusal('crew-center-refused', { message: 'It has no such pilot.' });
    const aircraft = wanted.aircraftId === null ? schedule.aircraft : this.#require(wanted.aircraftId);
    const known = [...this.#host.bids.values()].find(
      (bid) => bid.pilotId === pilotId && bid.plan.scheduleId === wanted.scheduleId,
    );
    return this.#plans.toBid(known ?? this.#host.addBid(pilotId, { ...schedule, aircraft }));
  }

  /** One that is gone already is no error. */
  unbook(pilotId: string, bidId: string): void {
    if ((this.#host.bidOwners.get(bidId) ?? pilotId) !== pilotId) throw noSuchBid();
    this.#host.removeBid(bidId, 'unbooked');
  }

  chooseAircraft(pilotId: string, bidId: string, aircraftId: string): Bid {
    const bid = this.#host.bids.get(bidId);
    if (bid === undefined || bid.pilotId !== pilotId) throw noSuchBid();
    const plan: Plan = { ...bid.plan, aircraft: this.#require(aircraftId) };
    const changed: HostBid = { ...bid, plan };
    this.#host.bids.set(bidId, changed);
    return this.#plans.toBid(changed);
  }

  #require(aircraftId: string): Aircraft {
    const found = this.#host.aircraft.get(aircraftId);
    if (found === undefined || !found.isFree)
      throw new Refusal('invalid', { message: 'No such aircraft.', fields: { aircraft: 'You may not take it.' } });
    const { id, icao, name, registration } = found;
    return { id, icao, name, registration };
  }
}

const noSuchBid = () => new Refusal('bid-not-found', { message: 'You have no such bid.' });
