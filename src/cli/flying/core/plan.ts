import { phpvms7 } from '../../../client/wires/phpvms7.ts';
import { CommandError } from '../../command.ts';
import type { Recording } from '../recording.ts';
import type { CoreConnection } from './connection.ts';

interface FlightWish {
  /** Null: the first bid that fits the recording, else the first one, else a flight without a bid. */
  readonly bidId: string | null;
  readonly recording: Recording;
}

export interface PrefileBody {
  readonly airline_id: unknown;
  readonly aircraft_id: unknown;
  readonly flight_number: unknown;
  readonly dpt_airport_id: unknown;
  readonly arr_airport_id: unknown;
  readonly source_name: string;
  readonly flight_id?: unknown;
  readonly route?: string;
}

interface AircraftRow {
  readonly id: unknown;
  readonly airport_id?: string | null;
  readonly icao?: string | null;
}

interface BidRow {
  readonly id: unknown;
  readonly aircraft_id?: unknown;
  readonly flight: {
    readonly id: unknown;
    readonly airline_id: unknown;
    readonly flight_number: unknown;
    readonly dpt_airport_id: string;
    readonly arr_airport_id: string;
    readonly route?: string | null;
    readonly subfleets?: readonly { readonly aircraft?: readonly AircraftRow[] }[];
  };
}

const sourceName = 'tracker fly';

/** Returns what opens the flight: that of a bid, or without one the flight of the recording. @throws CommandError */
export async function planPrefile(client: CoreConnection, order: FlightWish): Promise<PrefileBody> {
  const bids = (await client.data(phpvms7.bids)) as readonly BidRow[];
  const { departure, arrival } = order.recording;
  const fits = ({ flight }: BidRow) => flight.dpt_airport_id === departure && flight.arr_airport_id === arrival;
  const bid = order.bidId === null ? (bids.find(fits) ?? bids[0]) : bids.find(({ id }) => String(id) === order.bidId);
  if (bid !== undefined) return prefileOf(bid);
  if (order.bidId !== null) throw new CommandError(`There is no bid ${order.bidId}.`);
  return await withoutBid(client, order.recording);
}

function prefileOf({ aircraft_id, flight }: BidRow): PrefileBody {
  const all = (flight.subfleets ?? []).flatMap(({ aircraft = [] }) => aircraft);
  const there = all.find(({ airport_id }) => airport_id === flight.dpt_airport_id) ?? all[0];
  const aircraft = aircraft_id ?? there?.id;
  if (aircraft === undefined) throw new CommandError('The bid names no aircraft, and none can be chosen.');
  const { id: flight_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, route } = flight;
  const more = route == null ? {} : { route };
  return {
    airline_id,
    aircraft_id: aircraft,
    flight_id,
    flight_number,
    dpt_airport_id,
    arr_airport_id,
    ...more,
    source_name: sourceName,
  };
}

async function withoutBid(
  client: CoreConnection,
  { departure, arrival, flightNumber, aircraft: type }: Recording,
): Promise<PrefileBody> {
  const user = (await client.data(phpvms7.pilot)) as { readonly airline?: { readonly id?: unknown } };
  const fleet = (await client.data(phpvms7.fleet)) as readonly { readonly aircraft?: readonly AircraftRow[] }[];
  const all = fleet.flatMap(({ aircraft = [] }) => aircraft);
  const chosen =
    all.find(({ icao, airport_id }) => icao === type && airport_id === departure) ??
    all.find(({ airport_id }) => airport_id === departure) ??
    all[0];
  if (chosen === undefined) throw new CommandError('The pilot may take no aircraft.');
  return {
    airline_id: user.airline?.id,
    aircraft_id: chosen.id,
    flight_number: Number(flightNumber.replace(/\D/g, '')) || 1,
    dpt_airport_id: departure,
    arr_airport_id: arrival,
    source_name: sourceName,
  };
}
