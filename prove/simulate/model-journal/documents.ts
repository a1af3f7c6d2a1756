import type { FlightFilter, FlightPage, KnownPilot } from '../../../src/journal/journal.ts';
import type { FlightRow } from '../../../src/journal/operations.ts';
import { arrivalOf } from '../../../src/tracking/figures/arrival.ts';
import type { Flight, FlightPageRequest } from '../../../src/tracking/model.ts';
import type { Share } from './share.ts';
import { flightIn, type Tables } from './tables.ts';

const maxFlights = 1000;
const maxScanned = 4000;

/** Finds flights and pilots in what is stored; every flight is a copy. */
export class Documents {
  readonly #tables: Tables;
  readonly #share: Share;

  constructor(tables: Tables, share: Share) {
    this.#tables = tables;
    this.#share = share;
  }

  flight(name: { readonly flightId: string } | { readonly pirepId: string }): Flight | null {
    const isNamed = (row: FlightRow) =>
      'flightId' in name ? row.id === name.flightId : row.pirepIds.includes(name.pirepId);
    return found(this.#newestFirst().find(isNamed));
  }

  lastEnded(pilotId: string): Flight | null {
    const ended = this.#newestFirst().filter((row) => row.pilotId === pilotId && row.endedAt !== null);
    return found(ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))[0]);
  }

  flights({ pilotId, states, endedSince, limit }: FlightFilter): readonly Flight[] {
    return this.#newestFirst()
      .filter((row) => pilotId === undefined || row.pilotId === pilotId)
      .filter((row) => states === undefined || states.includes(row.state))
      .filter((row) => endedSince === undefined || (row.endedAt !== null && row.endedAt >= endedSince))
      .slice(0, limit ?? maxFlights)
      .map(flightIn);
  }

  page(request: FlightPageRequest): FlightPage {
    const { before = Number.POSITIVE_INFINITY, limit } = request;
    const scanned = this.#newestFirst()
      .filter(({ number }) => number < before)
      .slice(0, maxScanned);
    const flights = scanned
      .map(flightIn)
      .filter((flight) => isWanted(flight, request))
      .slice(0, limit);
    if (flights.length === limit) return { flights, next: flights.at(-1)?.number ?? null };
    return { flights, next: scanned.length < maxScanned ? null : (scanned.at(-1)?.number ?? null) };
  }

  pilot(ident: string): KnownPilot | null {
    const isNamed = (other: string) => other.toUpperCase() === ident.toUpperCase();
    for (const row of this.#newestFirst()) {
      const { pilot } = flightIn(row);
      if (isNamed(pilot.ident)) return { id: pilot.id, ident: pilot.ident, name: pilot.name };
    }
    const sessions = [...this.#tables.sessions.values()].filter(
      ({ pilotId, pilotIdent }) => this.#share.hasPilot(pilotId) && isNamed(pilotIdent),
    );
    const [newest] = sessions.sort((a, b) => b.createdAt - a.createdAt);
    return newest === undefined ? null : { id: newest.pilotId, ident: newest.pilotIdent, name: newest.pilotName };
  }

  #newestFirst(): FlightRow[] {
    const flights = [...this.#tables.flights.values()].filter(({ pilotId }) => this.#share.hasPilot(pilotId));
    return flights.sort((a, b) => b.number - a.number);
  }
}

function found(row: FlightRow | undefined): Flight | null {
  return row === undefined ? null : flightIn(row);
}

function isWanted(flight: Flight, wanted: FlightPageRequest): boolean {
  const { states, departure, arrival, pilotIdent, endedSince } = wanted;
  return (
    (states === undefined || states.includes(flight.state)) &&
    (endedSince === undefined || flight.endedAt === null || flight.endedAt >= endedSince) &&
    (departure === undefined || flight.plan.departure.icao === departure) &&
    (arrival === undefined || arrivalOf(flight).icao === arrival) &&
    (pilotIdent === undefined || flight.pilot.ident.toUpperCase() === pilotIdent.toUpperCase())
  );
}
