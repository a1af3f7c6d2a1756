import { distanceNm } from '../../../src/lib/geo.ts';
import {
  type Aircraft,
  type Airport,
  type Bid,
  type FreeFlight,
  noDetails,
  type Plan,
} from '../../../src/tracking/model.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import type { HostBid, ModelHost } from './host.ts';

/** Bids, free flights, aircraft and airports. */
export class Plans {
  readonly #host: ModelHost;

  constructor(host: ModelHost) {
    this.#host = host;
  }

  /** Newest first. */
  bidsOf(pilotId: string): readonly Bid[] {
    const own = [...this.#host.bids.values()].filter((bid) => bid.pilotId === pilotId);
    return own.reverse().map((bid) => this.toBid(bid));
  }

  latestBid(pilotId: string): { readonly bid: Bid | null; readonly blocked: string | null } {
    const [latest] = this.bidsOf(pilotId);
    if (latest === undefined) return { bid: null, blocked: null };
    return latest.blocked === null ? { bid: latest, blocked: null } : { bid: null, blocked: latest.blocked };
  }

  freeFlight(wanted: FreeFlight): Plan {
    const { airports, airlines } = this.#host;
    const [departure, arrival] = [airports.get(wanted.departure), airports.get(wanted.arrival)];
    const aircraft = this.#aircraft(wanted.aircraft, wanted.registration);
    const fields = {
      ...(wanted.airline === null || airlines.has(wanted.airline) ? {} : { airline: 'There is no such airline.' }),
      ...(/^\w{1,8}$/.test(wanted.flightNumber) ? {} : { flightNumber: 'It has one to eight characters.' }),
      ...(departure === undefined ? { departure: 'There is no such airport.' } : {}),
      ...(arrival === undefined ? { arrival: 'There is no such airport.' } : {}),
      ...(aircraft === null ? namesAircraft(wanted.registration) : {}),
    };
    if (departure === undefined || arrival === undefined || Object.keys(fields).length > 0)
      throw new Refusal('invalid', { message: 'The flight cannot be planned.', fields });
    return planOf({ id: null, number: wanted.flightNumber, departure, arrival, aircraft });
  }

  findAircraft(wanted: { readonly aircraft: string | null; readonly registration: string | null }): Aircraft {
    const found = this.#aircraft(wanted.aircraft, wanted.registration);
    if (found !== null) return found;
    throw new Refusal('invalid', { message: 'No such aircraft.', fields: namesAircraft(wanted.registration) });
  }

  /** Whether the pilot may take the aircraft with this id. */
  mayTake(aircraftId: string | null): boolean {
    return aircraftId !== null && this.#host.aircraft.get(aircraftId)?.isFree === true;
  }

  findAirport(where: { readonly icao: string } | { readonly lat: number; readonly lon: number }): Airport | null {
    if ('icao' in where) return this.#host.airports.get(where.icao) ?? null;
    const near = [...this.#host.airports.values()]
      .map((airport) => ({ airport, nm: distanceNm(where, airport) }))
      .filter(({ nm }) => nm <= 10)
      .sort((a, b) => a.nm - b.nm);
    return near[0]?.airport ?? null;
  }

  toBid({ id, plan, blocked }: HostBid): Bid {
    const aircraftChoices = plan.aircraft === null ? this.#choices() : [];
    return { ...noDetails, id, plan: structuredClone(plan), aircraftChoices, blocked, fares: [], briefing: null };
  }

  #choices(): readonly Aircraft[] {
    const free = [...this.#host.aircraft.values()].filter(({ isFree }) => isFree);
    return free.map(({ id, icao, name, registration }) => ({ id, icao, name, registration }));
  }

  #aircraft(aircraft: string | null, registration: string | null): Aircraft | null {
    const found = this.#choices().find((each) =>
      registration === null ? each.id === aircraft || each.icao === aircraft : each.registration === registration,
    );
    return found ?? null;
  }
}

/** @param id - of the schedule; null for a free flight */
export function planOf(flown: {
  readonly id: string | null;
  readonly number: string;
  readonly departure: Airport;
  readonly arrival: Airport;
  readonly aircraft: Aircraft | null;
}): Plan {
  const { id, number, departure, arrival, aircraft } = flown;
  return {
    scheduleId: id,
    airlineId: '1',
    airlineCode: 'MDL',
    flightNumber: number,
    ident: `MDL${number}`,
    callsign: `MDL${number}`,
    departure,
    arrival,
    alternate: null,
    aircraft,
    route: null,
    distanceNm: null,
    flightType: 'J',
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: 60,
    departureTime: null,
    arrivalTime: null,
  };
}

function namesAircraft(registration: string | null): Readonly<Record<string, string>> {
  const sentence = 'No aircraft that you may take.';
  return registration === null ? { aircraft: sentence } : { registration: sentence };
}
