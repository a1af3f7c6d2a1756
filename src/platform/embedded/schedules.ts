import { flagOf, textOf } from '../../lib/row.ts';
import type { Plan } from '../../tracking/model.ts';
import { planColumns, planJoinsOfListed, toPlan } from '../seven/schedule-plan.ts';
import type { CrewCenter } from './crew-center.ts';

export interface ScheduleListing {
  readonly id: string;
  readonly plan: Plan;
  readonly isActive: boolean;
  /** Types of the subfleets that may fly it; empty for any. */
  readonly subfleets: readonly string[];
}

/** Lists schedules by airline and number, without deleted ones and charters. */
export function listSchedules(crewCenter: CrewCenter): readonly ScheduleListing[] {
  return crewCenter.read(() => {
    const types = new Map<string, string[]>();
    const pairs = crewCenter.all(
      'SELECT b.flight_id, s.type FROM flight_subfleet b JOIN subfleets s ON s.id = b.subfleet_id ORDER BY s.type',
    );
    for (const pair of pairs) {
      const id = textOf(pair, 'flight_id');
      types.set(id, [...(types.get(id) ?? []), textOf(pair, 'type')]);
    }
    const rows = crewCenter.all(
      `SELECT ${planColumns}, f.active FROM flights f ${planJoinsOfListed} WHERE f.deleted_at IS NULL AND f.owner_id IS NULL
       ORDER BY al.icao, f.flight_number, f.route_leg, f.id`,
    );
    return rows.map((row) => {
      const id = textOf(row, 'schedule_id');
      return { id, plan: toPlan(row, null), isActive: flagOf(row, 'active'), subfleets: types.get(id) ?? [] };
    });
  });
}
