import { formatInstant } from '../../contracts/instant.ts';
import { distanceNm } from '../../lib/geo.ts';
import { initiated, statusOfPhase } from '../../platform/seven/pirep-status.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { Airport, Position } from '../../tracking/model.ts';
import type { ShownOfPilots } from './flight-wire.ts';

/**
 * Flights under way as phpVMS 7.0.10 answers them on its public map (app/Http/Controllers/Api/AcarsController.php,
 * app/Http/Resources/Pirep.php), for widgets that are written for it. Unknown members are null.
 */

/** `data` of `GET /api/acars`: PIREPs with their newest position. */
export function toAcars(flights: readonly FlightView[], shown: ShownOfPilots) {
  return { data: flights.map((view) => toAcarsPirep(view, shown)) };
}

/** `data` of `GET /api/acars/geojson`. */
export function toAcarsGeojson(flights: readonly FlightView[]) {
  const features = flights.flatMap((view) => {
    const { lastPosition: position } = view;
    if (position === null) return [];
    const alt = position.altitudeMslFt ?? 0;
    return [point(position, { pirep_id: acarsId(view), alt, heading: position.headingDeg ?? 0 })];
  });
  return { data: { type: 'FeatureCollection', features } };
}

/** `data` of `GET /api/pireps/{id}/acars/geojson`: the track, the newest position and the airports. */
export function toAcarsTrack({ flight, lastPosition }: FlightView, positions: readonly Position[]) {
  const line = {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: positions.map(({ lat, lon }) => [lon, lat]) },
    properties: {},
  };
  const points = positions.map((position) => point(position, { pirep_id: flight.pirepId ?? flight.id }));
  const place = ({ icao, lat, lon }: Airport) => ({ icao, lat, lon });
  return {
    data: {
      position: lastPosition && { lat: lastPosition.lat, lon: lastPosition.lon },
      line: { type: 'FeatureCollection', features: [line] },
      points: { type: 'FeatureCollection', features: points },
      airports: { a: place(arrivalOf(flight)), d: place(flight.plan.departure) },
    },
  };
}

/** The id of the PIREP; before the crew center has one, the flight's. */
export function acarsId({ flight }: FlightView): string {
  return flight.pirepId ?? flight.id;
}

export function toAcarsPirep(view: FlightView, { showsIdent, nameOf }: ShownOfPilots) {
  const { flight, phase, lastPosition, distanceFlownNm } = view;
  const { plan, aircraft, pilot } = flight;
  const arrival = arrivalOf(flight);
  const code = plan.airlineCode;
  const name = nameOf(pilot);
  return {
    id: acarsId(view),
    ident: plan.ident,
    airline_id: plan.airlineId,
    flight_number: plan.flightNumber,
    route_code: plan.routeCode,
    route_leg: plan.routeLeg,
    flight_type: plan.flightType,
    dpt_airport_id: plan.departure.icao,
    arr_airport_id: arrival.icao,
    alt_airport_id: plan.alternate,
    distance: distance(distanceFlownNm),
    planned_distance: distance(plan.distanceNm),
    flight_time: Math.max(0, Math.round((view.lastReportAt - flight.startedAt) / 60_000)),
    planned_flight_time: plan.plannedFlightTimeMin,
    route: plan.route ?? '',
    source: 1,
    source_name: 'tracker',
    state: 0,
    status: statusOfPhase(phase) ?? initiated,
    status_text: phase,
    created_at: formatInstant(flight.startedAt),
    updated_at: formatInstant(view.lastReportAt),
    aircraft: aircraft && {
      id: aircraft.id,
      icao: aircraft.icao,
      name: aircraft.name,
      registration: aircraft.registration,
    },
    airline: { id: plan.airlineId, icao: code, name: code },
    dpt_airport: airport(plan.departure),
    arr_airport: airport(arrival),
    position: lastPosition && acarsPosition(lastPosition, distanceFlownNm),
    user: { ident: showsIdent ? pilot.ident : null, name, name_private: name },
  };
}

function acarsPosition(position: Position, flownNm: number | null) {
  return {
    lat: position.lat,
    lon: position.lon,
    heading: position.headingDeg,
    altitude: position.altitudeMslFt,
    altitude_agl: position.altitudeAglFt,
    altitude_msl: position.altitudeMslFt,
    vs: position.verticalSpeedFpm,
    gs: position.groundSpeedKt,
    ias: position.indicatedAirspeedKt,
    distance: distance(flownNm),
    created_at: formatInstant(position.recordedAt),
  };
}

function point({ lat, lon, altitudeMslFt }: Position, properties: object) {
  const geometry = { type: 'Point', coordinates: [lon, lat, altitudeMslFt ?? 0] };
  return { type: 'Feature', geometry, properties };
}

function airport({ icao, name, lat, lon }: Airport) {
  return { id: icao, icao, name: name ?? icao, lat, lon };
}

/** As the host converts lengths, in four units. */
function distance(nm: number | null) {
  const known = nm ?? 0;
  const round = (value: number) => Math.round(value * 100) / 100;
  return { m: round(known * 1_852), km: round(known * 1.852), mi: round(known * 1.150_78), nmi: round(known) };
}

/** Great-circle distance to the arrival, nautical miles; null where it is not known. */
export function distanceToGoNm({ flight, lastPosition }: FlightView): number | null {
  const { lat, lon } = arrivalOf(flight);
  return lastPosition === null || lat === null || lon === null ? null : distanceNm(lastPosition, { lat, lon });
}
