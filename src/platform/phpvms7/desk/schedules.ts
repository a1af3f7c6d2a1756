import { type Row, textOf } from '../../../lib/row.ts';
import type { Page, PageRequest, Schedule, ScheduleFilter } from '../../../tracking/desk-model.ts';
import { planJoins, toPlan, wishOf } from '../../seven/schedule-plan.ts';
import { findFlight, searchFlights, toSchedule } from '../../seven/schedule-search.ts';
import { pageOf } from '../../seven/tables.ts';
import { inPounds } from '../fare-pounds.ts';
import { readFareTable } from '../fare-table.ts';
import type { Host } from '../host.ts';
import { readSiteRules, type SiteRules } from '../site-settings.ts';
import { readAllowedSubfleets } from '../subfleets.ts';
import { shownTo, type WantedAircraft, wantedBy } from './schedule-conditions.ts';

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
  const conditions = [...shownTo(allowed, rules, clock.now()), ...wantedBy(filter, aircraft, rules)];
  const search = { tables: database, joins: planJoins, pilotId, conditions };
  const { rows, count } = await searchFlights(search, request);
  return pageOf(request, await toSchedules(host, pilotId, rows, rules), count);
}

/** The schedule of this id as this pilot may book it; null when the site does not show it. */
export async function findShownSchedule(host: Host, pilotId: string, scheduleId: string): Promise<Row | null> {
  const { database, clock } = host;
  const rules = await readSiteRules(database);
  const allowed = await readAllowedSubfleets(database, pilotId, rules);
  const conditions = [...shownTo(allowed, rules, clock.now()), ['f.id = ?', scheduleId] as const];
  return findFlight({ tables: database, joins: planJoins, pilotId, conditions });
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
  const wishes = rows.map((row) => wishOf(pilotId, toPlan(row, null)));
  const choices = await fleet.listChoicesOfEach(pilotId, wishes, rules);
  const subfleetIds = choices.flatMap(([first]) => first?.subfleetId ?? []);
  const scheduleIds = rows.map((row) => textOf(row, 'schedule_id'));
  const fares = await readFareTable(database, scheduleIds, [...new Set(subfleetIds)]);
  return rows.map((row, index) => {
    const own = choices[index] ?? [];
    const sold = fares.of(textOf(row, 'schedule_id'), own[0]?.subfleetId ?? null);
    const ids = own.map(({ aircraft }) => aircraft.id);
    return toSchedule(row, ids, inPounds(sold, rules));
  });
}
