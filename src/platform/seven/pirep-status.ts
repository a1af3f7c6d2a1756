import { table } from '../../lib/table.ts';

/**
 * Version 7's words for where a flight is (app/Models/Enums/PirepStatus.php), by our phases.
 * It has none for a descent or for taxiing in: the nearest one stands for them.
 */
const statusByPhase = table<string>({
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
  arrived: 'ARR',
  diverted: 'DV',
  paused: 'PSD',
});

/** INITIATED: prefiled, nothing known yet. */
export const initiated = 'INI';
export const arrived = 'ARR';
export const cancelled = 'DX';
/** PAUSED: the host's clean-up spares it (app/Cron/Hourly/RemoveExpiredLiveFlights.php). */
export const paused = 'PSD';

/** Null for a phase that the host has no word for; its status then stays as it is. */
export function statusOfPhase(phase: string | null): string | null {
  return phase === null ? null : (statusByPhase[phase] ?? null);
}
