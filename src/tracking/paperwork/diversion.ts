import type { Platform } from '../../platform/port.ts';
import { landedElsewhere } from '../figures/landed-elsewhere.ts';
import type { Airport, Flight, Report, ReportedFigures } from '../model.ts';

export interface Diversion {
  readonly airport: Airport | null;
  /** Sentences for the operator. */
  readonly remarks: readonly string[];
}

/** Returns the airport where it landed if that is not the planned one: reported by the client, or found by the position of the landing. */
export async function findDiversion(
  platform: Pick<Platform, 'findAirport'>,
  { plan, startedAt }: Flight,
  reports: readonly Report[],
  figures: ReportedFigures,
): Promise<Diversion> {
  const planned = plan.arrival.icao;
  if (figures.arrival !== null) {
    if (figures.arrival === planned) return { airport: null, remarks: [] };
    const known = await platform.findAirport({ icao: figures.arrival });
    return { airport: known ?? { icao: figures.arrival, name: null, lat: null, lon: null }, remarks: [] };
  }
  const place = landedElsewhere(plan, reports, startedAt);
  if (place === null) return { airport: null, remarks: [] };
  const airport = await platform.findAirport(place);
  if (airport !== null) return { airport: airport.icao === planned ? null : airport, remarks: [] };
  const where = `${place.lat.toFixed(3)}, ${place.lon.toFixed(3)}`;
  return {
    airport,
    remarks: [`It landed at ${where}, not at ${planned} and not near any airport of the crew center.`],
  };
}
