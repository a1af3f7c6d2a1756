import { Refusal } from '../../tracking/refusals.ts';
import { pirepState } from '../seven/pirep-state.ts';
import type { CrewCenter } from './crew-center.ts';

const conditions = {
  pilot: 'user_id = CAST(? AS INTEGER)',
  aircraft: 'aircraft_id = CAST(? AS INTEGER)',
  schedule: 'flight_id = ?',
} as const;

/** @throws Refusal `flight-open` when a flight in progress has this pilot, aircraft or schedule, which `name` names */
export function requireNoOpenFlight(
  crewCenter: CrewCenter,
  kind: keyof typeof conditions,
  id: string,
  name: string,
): void {
  const sql = `SELECT 1 FROM pireps WHERE ${conditions[kind]} AND deleted_at IS NULL AND state IN (?, ?)`;
  if (crewCenter.get(sql, id, pirepState.inProgress, pirepState.paused) === null) return;
  throw new Refusal('flight-open', {
    message: `${name} is on a flight in progress. Finish or cancel that flight first.`,
  });
}
