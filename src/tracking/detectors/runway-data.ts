import type { Runway } from '../../lib/runways/runway.ts';

/** Returns what a sentence about a mark says of its runway; nothing when none is known. */
export function runwayData(runway: Pick<Runway, 'name' | 'airport'> | null | undefined): Record<string, string> {
  return runway === null || runway === undefined ? {} : { runway: runway.name, airport: runway.airport };
}
