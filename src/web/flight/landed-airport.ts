import { distanceNm } from '../../lib/geo.ts';
import { runwaysNear } from '../../lib/runways/runways.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { Airport } from '../../tracking/model.ts';
import { runwayLandingOf } from '../../tracking/rules/detectors/runway-landing.ts';
import type { FlightRecord } from './record.ts';

/** A landing nearer to the planned arrival is one there, whatever the runway's airport is called. */
const elsewhereNm = 10;

/** Returns the airport where a flight landed: as filed; before that by the runway that it landed on; else the planned one. */
export function landedAirport(record: FlightRecord): Airport {
  const { flight } = record.view;
  const filed = arrivalOf(flight);
  if (record.isFiled || record.pirep.landingAt === null) return filed;
  const { lat, lon } = flight.plan.arrival;
  const landing = runwayLandingOf(record, runwaysNear);
  if (landing === null || lat === null || lon === null) return filed;
  const { runway, touchdown } = landing;
  const isElsewhere = runway.airport !== filed.icao && distanceNm(touchdown, { lat, lon }) > elsewhereNm;
  return isElsewhere ? { icao: runway.airport, name: null, lat: touchdown.lat, lon: touchdown.lon } : filed;
}
