import { table } from '../../../lib/table.ts';
import type { Flight } from '../../../tracking/model.ts';

/** phpVMS 7's PirepStatus of each phase, and its words for it (resources/lang/en/pireps.php, `status`). */
const codes = table<string>({
  boarding: 'BST',
  pushback: 'PBT',
  taxi: 'TXI',
  takeoff: 'TOF',
  climb: 'ICL',
  cruise: 'ENR',
  descent: 'TEN',
  approach: 'APR',
  landing: 'LDG',
  landed: 'LAN',
  'taxi-in': 'LAN',
  arrived: 'ONB',
  diverted: 'DV',
  paused: 'PSD',
});

export const statusTexts = table<string>({
  INI: 'Initiated',
  BST: 'Boarding',
  PBT: 'Pushback',
  TXI: 'Taxi',
  TOF: 'Takeoff',
  ICL: 'Initial Climb',
  ENR: 'Enroute',
  TEN: 'Approach',
  APR: 'Approach',
  LDG: 'Landing',
  LAN: 'Landed',
  ONB: 'On Block',
  DV: 'Diverted',
  PSD: 'Paused',
  ARR: 'Arrived',
  DX: 'Cancelled',
});

/** The status of a PIREP: of one under way by its phase. */
export function statusOf({ state }: Pick<Flight, 'state'>, phase: string | null): string {
  if (state === 'filing' || state === 'filed') return 'ARR';
  if (state === 'cancelled' || state === 'abandoned') return 'DX';
  return phase === null ? 'INI' : (codes[phase] ?? 'ENR');
}

/** The status of a position. */
export function statusOfPhase(phase: string | null): string {
  return phase === null ? 'SCH' : (codes[phase] ?? phase);
}

/** PirepState: 0 in progress, 1 pending, 2 accepted, 3 cancelled, 6 rejected. */
export function stateOf({ state, receipt }: Pick<Flight, 'state' | 'receipt'>): number {
  if (state === 'cancelled' || state === 'abandoned') return 3;
  if (state === 'filing') return 1;
  if (state !== 'filed') return 0;
  return receipt?.pirepState === 'accepted' ? 2 : receipt?.pirepState === 'rejected' ? 6 : 1;
}
