import { numberOf, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Fare, Page, PageRequest, Schedule, ScheduleFilter } from '../../../tracking/desk-model.ts';
import { detailsOf } from '../../seven/schedule-details.ts';
import type { Candidate } from '../candidates.ts';
import { inPounds } from '../fare-pounds.ts';
import { readFareTable } from '../fare-table.ts';
import type { Host } from '../host.ts';
import { detailColumns, planColumns, planJoins, toPlan, wishOf } from '../schedule-plans.ts';
import { readSiteRules, type SiteRules } from '../site-settings.ts';
import { readAllowedSubfleets } from '../subfleets.ts';
import { limitsOf } from './limits.ts';
import { type Condition, conditionsOf, shownTo, type WantedAircraft } from './schedule-conditions.ts';

/** By airline and number. The fares are those of the first aircraft that the pilot may take; without one, the flight's own. */
export async function searchSchedules(
  host: Host,
  pilotId: string,
  filter: ScheduleFilter,
  request: PageRequest,
): Promise<Page<Schedule>> {
  const { database, clock } = host;
  const rules = await readSiteRules(database);
  const allowed = await readAllowedSubfleets(database, pilotId, rules);
  const aircraft =
    filter.aircraftId === null ? null : await findWanted(host, pilotId, filter.aircraftId, rules, allowed);
  if (filter.aircraftId !== null && aircraft === null) return { items: [], ...request, total: 0 };
  const conditions = [...shownTo(allowed, rules, clock.now()), ...conditionsOf(filter, aircraft, rules)];
  const [from, values] = joined(pilotId, conditions);
  const [count] = await database.rows(`SELECT COUNT(*) AS total ${from}`, values);
  const rows = await database.rows(
    `SELECT ${planColumns}, ${detailColumns},
       (SELECT MAX(b.id) FROM {bids} b WHERE b.flight_id = f.id AND b.user_id = ?) AS bid_id
     ${from} ORDER BY al.icao, f.flight_number, f.route_code, f.route_leg, f.id LIMIT ? OFFSET ?`,
    [pilotId, ...values, ...limitsOf(request)],
  );
  const items = await toSchedules(host, pilotId, rows, rules);
  return { items, ...request, total: count === undefined ? 0 : numberOf(count, 'total') };
}

/** The schedule of this id as this pilot may book it; null when the site does not show it. */
export async function findShownSchedule(host: Host, pilotId: string, scheduleId: string): Promise<Row | null> {
  const { database, clock } = host;
  const rules = await readSiteRules(database);
  const allowed = await readAllowedSubfleets(database, pilotId, rules);
  const [from, values] = joined(pilotId, [...shownTo(allowed, rules, clock.now()), ['f.id = ?', scheduleId]]);
  const [row] = await database.rows(`SELECT ${planColumns}, u.curr_airport_id AS place ${from}`, values);
  return row ?? null;
}

function joined(pilotId: string, conditions: readonly Condition[]): [string, Condition[1][]] {
  const where = conditions.map(([sql]) => `(${sql})`).join(' AND ');
  const from = `FROM {flights} f ${planJoins} LEFT JOIN {users} u ON u.id = ? WHERE ${where}`;
  return [from, [pilotId, ...conditions.flatMap(([, ...values]) => values)]];
}

/** Null when no flight is flown with it by this pilot now. */
async function findWanted(
  { fleet }: Host,
  pilotId: string,
  aircraftId: string,
  rules: SiteRules,
  allowed: ReadonlySet<number> | null,
): Promise<WantedAircraft | null> {
  const candidate = await fleet.findUsable(aircraftId, pilotId, rules);
  return candidate === null || allowed?.has(candidate.subfleetId) === false ? null : candidate;
}

async function toSchedules(
  { database, fleet }: Host,
  pilotId: string,
  rows: readonly Row[],
  rules: SiteRules,
): Promise<readonly Schedule[]> {
  const plans = rows.map((row) => toPlan(row, null));
  const wishes = plans.map((plan) => wishOf(pilotId, plan));
  const choices = await fleet.listChoicesOfEach(pilotId, wishes, rules);
  const subfleetIds = choices.flatMap(([first]) => first?.subfleetId ?? []);
  const scheduleIds = rows.map((row) => textOf(row, 'schedule_id'));
  const fares = await readFareTable(database, scheduleIds, [...new Set(subfleetIds)]);
  return rows.map((row, index) => {
    const own = choices[index] ?? [];
    const sold = fares.of(textOf(row, 'schedule_id'), own[0]?.subfleetId ?? null);
    return toSchedule(row, own, inPounds(sold, rules));
  });
}

function toSchedule(row: Row, choices: readonly Candidate[], fares: readonly Fare[]): Schedule {
  return {
    id: textOf(row, 'schedule_id'),
    plan: toPlan(row, null),
    ...detailsOf(row),
    fares,
    aircraftIds: choices.map(({ aircraft }) => aircraft.id),
    bidId: textOrNull(row, 'bid_id'),
  };
}
