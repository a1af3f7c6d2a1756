import type { Runway } from '../../../lib/runways/runway.ts';
import type { NotJudged } from '../../model.ts';

/** Returns what a sentence about a mark says of its runway; nothing when none is known. */
export function runwayData(runway: Pick<Runway, 'name' | 'airport'> | null | undefined): Record<string, string> {
  return runway === null || runway === undefined ? {} : { runway: runway.name, airport: runway.airport };
}

/** Returns each reason once for each element. */
export function withoutRepeats(all: readonly NotJudged[]): readonly NotJudged[] {
  return [...new Map(all.map((each) => [`${each.element} ${each.reason}`, each])).values()];
}
