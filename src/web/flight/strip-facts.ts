import type { Basis } from '../../tracking/model.ts';
import type { Approach } from '../../tracking/rules/detectors/approaches.ts';
import type { Landing } from '../../tracking/rules/detectors/landings.ts';
import { type ApproachTrack, approachesIn, approachTrackOf, type Seen } from './approach-track.ts';
import type { FlightRecord } from './record.ts';
import { type RunwayExit, runwayExitOf } from './runway-exit.ts';

/** What is known of one approach of a flight. */
export interface StripFacts {
  readonly kind: 'landing' | 'touch-and-go' | 'go-around';
  /** Of the touchdown, or when it was lowest. */
  readonly at: number;
  readonly track: ApproachTrack;
  readonly landing: Landing | null;
  readonly lowest: Seen | null;
  readonly exit: RunwayExit | null;
  readonly rate: { readonly value: number; readonly basis: Basis } | null;
}

/** Returns what is known of every approach, in order of time. */
export function stripFactsOf(record: FlightRecord): readonly StripFacts[] {
  return approachesIn(record).map((approach) => factsOf(record, approach));
}

function factsOf(record: FlightRecord, approach: Approach): StripFacts {
  const { landing } = approach;
  const track = approachTrackOf(record.positions, approach);
  const isTouchAndGo = landing?.isTouchAndGo === true;
  return {
    kind: landing === null ? 'go-around' : isTouchAndGo ? 'touch-and-go' : 'landing',
    at: landing?.at ?? track.lowest?.at ?? 0,
    track,
    landing,
    lowest: track.lowest,
    exit: isTouchAndGo ? null : runwayExitOf(track),
    rate: rateOf(record, landing),
  };
}

/** The last landing has the rate of the PIREP, as everywhere on the page. */
function rateOf({ pirep }: FlightRecord, landing: Landing | null): StripFacts['rate'] {
  const { landingRateFpm, basis } = pirep;
  if (landing?.isLast === true && landingRateFpm !== null)
    return { value: landingRateFpm, basis: basis.landingRateFpm ?? 'estimated' };
  return landing === null || landing.rateFpm === null ? null : { value: landing.rateFpm, basis: 'computed' };
}
