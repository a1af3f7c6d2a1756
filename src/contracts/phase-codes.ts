import { createPhaseWords } from './phase-words.ts';

/**
 * The status codes of a PIREP in phpVMS 7 (app/Models/Enums/PirepStatus.php), and the spellings of clients that were
 * written for it. `DX` (cancelled) is no phase.
 */
export const phaseSpellings = {
  INI: 'boarding',
  SCH: 'boarding',
  BST: 'boarding',
  RDT: 'boarding',
  PBT: 'pushback',
  OFB: 'pushback',
  DIR: 'taxi',
  DIC: 'taxi',
  GRT: 'taxi',
  TXI: 'taxi',
  TOF: 'takeoff',
  ICL: 'climb',
  TKO: 'climb',
  ENR: 'cruise',
  EMG: 'descent',
  TEN: 'approach',
  APR: 'approach',
  FIN: 'approach',
  LDG: 'landing',
  LAN: 'landed',
  ONB: 'arrived',
  ARR: 'arrived',
  DV: 'diverted',
  PSD: 'paused',
  PBK: 'pushback',
  TKF: 'takeoff',
  CLB: 'climb',
  CRZ: 'cruise',
  DSC: 'descent',
  LND: 'landing',
  'push-back': 'pushback',
  'take-off': 'takeoff',
  'climb-out': 'climb',
  enroute: 'cruise',
  'en-route': 'cruise',
  final: 'approach',
  'taxi-to-gate': 'taxi-in',
  deboarding: 'arrived',
} as const;

export const codePhase = createPhaseWords(phaseSpellings);
