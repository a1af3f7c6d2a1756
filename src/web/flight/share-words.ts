import { isPhase } from '../../tracking/figures/phase.ts';
import type { Visitor } from '../visitor/visitor.ts';
import type { FlightRecord } from './record.ts';

/**
 * Returns what a link to a flight says beside its route: the figures as filed; before that its state and phase. Nothing of
 * the pilot, and no text of the client.
 */
export function shareWords({ view, pirep, isFiled }: FlightRecord, { figures, wording }: Visitor): readonly string[] {
  if (!isFiled) {
    const { state } = view.flight;
    const words = wording.say(`state.${state}`);
    return [
      state === 'open' && view.phase !== null && isPhase(view.phase) ? `${words}, ${figures.phase(view.phase)}` : words,
    ];
  }
  const { flightTimeMin, distanceNm, landingRateFpm } = pirep;
  return [
    flightTimeMin === null ? null : figures.duration(flightTimeMin),
    distanceNm === null ? null : figures.distance(distanceNm),
    landingRateFpm === null ? null : figures.rate(landingRateFpm),
  ].filter((each) => each !== null);
}
