import { placeDatabase } from '../site/database-address.ts';
import { inspectDatabase, missingAirports } from '../site/database-inspection.ts';
import type { Observation } from '../site/observation.ts';
import type { HostOptions } from '../site/site-profile.ts';
import { Database } from './database.ts';
import { inspectDecisions } from './decision-inspection.ts';
import { moduleFiles } from './module-files.ts';
import { readSiteConfig } from './site-config.ts';
import { readSiteRules, type SiteRules } from './site-settings.ts';

/** The database of a phpVMS 7: tables, the module's migrations, airports of bids, and how long its map keeps a flight. */
export async function inspectHost(folder: string, options: HostOptions): Promise<readonly Observation[]> {
  const { login, databaseServer, prefix } = await readSiteConfig(folder);
  const place = placeDatabase(login, databaseServer, { override: options.databaseServer, php: options.php ?? 'php' });
  return inspectDatabase(place, login.database, async (mysql) => {
    const database = new Database(mysql, prefix);
    await database.installation();
    return inspectTables(database, login.database, options);
  });
}

async function inspectTables(
  database: Database,
  subject: string,
  options: HostOptions,
): Promise<readonly Observation[]> {
  const rules = await readSiteRules(database);
  const rows = await database.rows(
    `SELECT DISTINCT x.code FROM (
       SELECT f.dpt_airport_id AS code FROM {bids} b JOIN {flights} f ON f.id = b.flight_id
       UNION SELECT f.arr_airport_id FROM {bids} b JOIN {flights} f ON f.id = b.flight_id
     ) x LEFT JOIN {airports} a ON a.id = x.code WHERE a.id IS NULL ORDER BY x.code`,
  );
  const codes = rows.map((row) => String(row.code));
  const hasOwnMap = (await database.columns('pirep_positions')).size > 0;
  // A map that is a table of its own loses a suspended flight by itself.
  const live = hasOwnMap && rules.liveTimeH === 0 ? [] : judgeLiveTime(rules, subject, options);
  return [
    ...missingAirports(subject, codes),
    ...live,
    waysOfCalls(subject),
    ...(await inspectMigrations(database, subject)),
    ...(await inspectDecisions(database, subject)),
  ];
}

/** `updated_at` is moved once a minute, and the flights that are silent are looked for as often. */
const slackMin = 2;

/**
 * Every hour the platform removes PIREPs in progress that are not paused and whose `updated_at` is older than
 * `acars.live_time` (on main `pireps.tombstone_time`), in hours; 0 for never (app/Cron/Hourly/RemoveExpiredLiveFlights.php). Suspended flights are paused.
 */
export function judgeLiveTime(
  { liveTimeH, liveTimeSetting }: Pick<SiteRules, 'liveTimeH' | 'liveTimeSetting'>,
  subject: string,
  { suspendAfterMin, abandonAfterH }: Pick<HostOptions, 'suspendAfterMin' | 'abandonAfterH'>,
): readonly Observation[] {
  if (liveTimeH === 0) {
    const evidence = `${liveTimeSetting} is 0; a suspended flight is ended after ${abandonAfterH} h (TRACKER_ABANDON_AFTER)`;
    return [{ name: 'live-time-endless', subject, evidence }];
  }
  if (liveTimeH * 60 > suspendAfterMin + slackMin) return [];
  const evidence = `${liveTimeSetting} is ${liveTimeH} h, TRACKER_SUSPEND_AFTER is ${suspendAfterMin} min`;
  return [{ name: 'live-time-below-suspension', subject, evidence }];
}

/** The same in every release. */
const waysOfCalls = (subject: string): Observation => ({
  name: 'ways-of-calls',
  subject,
  evidence: 'bids are read by prepared SQL; booking and filing go through the REST API with the pilot’s key',
});

/** Of a module that is switched on. The table `migrations` holds file names. */
async function inspectMigrations(database: Database, subject: string): Promise<readonly Observation[]> {
  if (!(await database.hasTable('modules')) || !(await database.hasTable('migrations'))) return [];
  const [module] = await database.rows("SELECT enabled FROM {modules} WHERE name = 'Tracker'");
  if (module === undefined || Number(module.enabled) !== 1) return [];
  const rows = await database.rows("SELECT migration FROM {migrations} WHERE migration LIKE '%tracker%'");
  const done = new Set(rows.map((row) => String(row.migration)));
  const all = moduleFiles().flatMap(({ path }) => /^Database\/migrations\/(.+)\.php$/.exec(path)?.[1] ?? []);
  const pending = all.filter((name) => !done.has(name));
  if (pending.length === 0) return [];
  return [{ name: 'module-migrations-pending', subject, evidence: pending.join(', ') }];
}
