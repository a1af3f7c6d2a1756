import { createPhaseWords } from '../phase-words.ts';

/**
 * Phases that clients of phpVMS 5 write to `acarsdata.phasedetail`, which the platform does not check: smartCARS 2 and 3,
 * FSACARS, XAcars, FSFK. Some of them know only `On the ground`, `Enroute` and the like.
 */
export const phaseSpellings = {
  preflight: 'boarding',
  'at the gate': 'boarding',
  'push back': 'pushback',
  'pushing back': 'pushback',
  taxiing: 'taxi',
  'taxi to runway': 'taxi',
  'taxiing to runway': 'taxi',
  'take off': 'takeoff',
  'taking off': 'takeoff',
  'climb out': 'climb',
  climbing: 'climb',
  enroute: 'cruise',
  'en route': 'cruise',
  cruising: 'cruise',
  descending: 'descent',
  approaching: 'approach',
  final: 'approach',
  'final approach': 'approach',
  'landing shortly': 'approach',
  'taxi to gate': 'taxi-in',
  'taxiing to gate': 'taxi-in',
  'awaiting arrival': 'taxi-in',
  deboarding: 'arrived',
} as const;

export const legacyPhase = createPhaseWords(phaseSpellings);
