import { createPhaseWords } from '../phase-words.ts';

/**
 * Words that clients of phpVMS 5 write into `acarsdata.phasedetail`, which the platform never checks: smartCARS 2 and 3,
 * FSACARS, XAcars, FSFK. `On the ground`, `Enroute` and the like are all that some of them know.
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
