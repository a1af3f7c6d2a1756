import { createPhaseWords } from '../phase-words.ts';

/** The words of its desktop program, in any case (`phaseToStatus` in its FlightsController.php). */
export const phaseSpellings = {
  push_back: 'pushback',
  take_off: 'takeoff',
  rejected_take_off: 'taxi',
  climb_out: 'climb',
  final: 'landing',
  go_around: 'climb',
  taxi_to_gate: 'taxi-in',
  taxi_in: 'taxi-in',
  on_block: 'arrived',
  block_on: 'arrived',
  at_gate: 'arrived',
  deboarding: 'arrived',
  submitted: 'arrived',
} as const;

export const stratosPhase = createPhaseWords(phaseSpellings);
