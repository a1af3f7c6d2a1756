import type { TableList } from '../../lib/lists/table-list.ts';
import { flagOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Plan } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { planColumns, planJoinsOfListed, toPlan } from '../seven/schedule-plan.ts';
import type { CrewCenter } from './crew-center.ts';

export interface ScheduleListing {
  readonly id: string;
  readonly plan: Plan;
  readonly isActive: boolean;
  /** Types of the subfleets that may fly it; empty for any. */
  readonly subfleets: readonly string[];
}

const from = `flights f ${planJoinsOfListed}`;
const where = 'f.deleted_at IS NULL AND f.owner_id IS NULL';
const byNumber = 'al.icao, f.flight_number, f.route_leg, f.id';
const subfleets = `(SELECT group_concat(type, ';') FROM (SELECT s.type FROM flight_subfleet b JOIN subfleets s ON s.id = b.subfleet_id
    WHERE b.flight_id = f.id ORDER BY s.type))`;
const select = `SELECT ${planColumns}, f.active, ${subfleets} AS subfleets FROM ${from} WHERE ${where}`;

/** Schedules as a list for the operator, without deleted ones and charters. */
export const scheduleList: TableList = {
  key: 'f.id',
  from,
  where,
  words: [
    ...['f.id', 'al.icao || f.flight_number', 'al.iata || f.flight_number', 'al.icao || f.callsign'],
    ...['f.dpt_airport_id', 'f.arr_airport_id', subfleets],
  ],
  filters: {
    active: { title: 'field.active', choices: { 1: 'is.yes', 0: 'is.no' }, sql: 'f.active = CAST(? AS INTEGER)' },
  },
  sorts: {
    flight: { title: 'sort.flight', sql: byNumber },
    from: { title: 'field.departure', sql: `f.dpt_airport_id, ${byNumber}` },
    to: { title: 'field.arrival', sql: `f.arr_airport_id, ${byNumber}` },
    distance: { title: 'sort.longest-first', sql: 'f.distance DESC NULLS LAST' },
  },
};

/** Lists schedules by airline and number, without deleted ones and charters. */
export function listSchedules(crewCenter: CrewCenter): readonly ScheduleListing[] {
  return crewCenter.read(() => crewCenter.all(`${select} ORDER BY ${byNumber}`).map(toListing));
}

/** @throws Refusal `not-found` */
export function readSchedule(crewCenter: CrewCenter, id: string): ScheduleListing {
  const row = crewCenter.read(() => crewCenter.get(`${select} AND f.id = ?`, id));
  if (row === null) throw new Refusal('not-found', { message: 'This schedule does not exist. Reload the list.' });
  return toListing(row);
}

function toListing(row: Row): ScheduleListing {
  return {
    id: textOf(row, 'schedule_id'),
    plan: toPlan(row, null),
    isActive: flagOf(row, 'active'),
    subfleets: (textOrNull(row, 'subfleets') ?? '').split(';').filter((type) => type !== ''),
  };
}
