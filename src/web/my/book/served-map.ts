import type { Place } from '../../../lib/geo.ts';
import type { Airport } from '../../../tracking/model.ts';
import { drawPlaces, type PlaceMap } from '../place-map.ts';
import type { BookingHost, Served } from './booking-host.ts';

/** Where a pilot can book to from an airport, or where schedules begin. */
export interface ServedMap {
  /** Null where no airport is chosen, or no schedule begins there: then the others are airports to begin at. */
  readonly from: Airport | null;
  /** The most served first. */
  readonly airports: readonly Served[];
  /** Null where nobody knows the place of any. */
  readonly map: PlaceMap<Served & Place> | null;
}

/** Of an airline that serves more: the page stays small, and the search finds them all. */
const maxAirports = 200;

/** Returns where this pilot can book to from the airport of this code, or where one can begin. Null without schedules. */
export function servedFrom(host: BookingHost, pilotId: string, code: string): ServedMap | null {
  const chosen = code === '' ? null : host.findAirport(code);
  const reached = chosen === null ? [] : host.listServed(pilotId, chosen.icao, maxAirports);
  const from = reached.length === 0 ? null : chosen;
  const airports = from === null ? host.listServed(pilotId, null, maxAirports) : reached;
  if (airports.length === 0) return null;
  const isElsewhere = ({ icao }: Airport) => icao !== from?.icao;
  const placed = airports.filter(isPlaced).filter(isElsewhere);
  return { from, airports, map: drawPlaces(placed, from !== null && isPlaced(from) ? from : null) };
}

function isPlaced<T extends Airport>(airport: T): airport is T & Place {
  return airport.lat !== null && airport.lon !== null;
}
