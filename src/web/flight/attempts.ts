import { runwaysNear } from '../../lib/runways/runways.ts';
import { approachesOf, usualApproach } from '../../tracking/rules/detectors/approaches.ts';
import type { FlightRecord } from './record.ts';

/** How often a flight approached a runway, or touched it, without landing there. */
export interface Attempts {
  readonly goArounds: number;
  readonly touchAndGoes: number;
}

/** Returns them as the detectors of the airline's rules count them. */
export function attemptsOf({ positions, events, pirep, view }: FlightRecord): Attempts {
  const { plan, aircraft, network } = view.flight;
  const unread = { samples: null, feedRead: [], route: null };
  const approaches = approachesOf(
    { positions, events, pirep, plan, aircraft, network, runwaysNear, ...unread },
    usualApproach,
  );
  return {
    goArounds: approaches.filter(({ landing }) => landing === null).length,
    touchAndGoes: approaches.filter(({ landing }) => landing?.isTouchAndGo === true).length,
  };
}
