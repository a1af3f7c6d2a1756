import { createPhaseWords } from '../phase-words.ts';

/** The words of smartCARS 3, in any case; phpVMS 5's own API wrote them with blanks. */
export const phaseSpellings = {
  push_back: 'pushback',
  take_off: 'takeoff',
  rejected_take_off: 'taxi',
  climb_out: 'climb',
  final: 'landing',
  go_around: 'climb',
  taxi_to_gate: 'taxi-in',
  deboarding: 'arrived',
} as const;

export const smartcarsPhase = createPhaseWords(phaseSpellings);
