import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '../../src/config/config.ts';
import { openEdgeKit } from '../../src/platform/open-edge.ts';
import { runChecks } from '../../src/platform/site/edge-kit.ts';
import { proveAtOnce } from '../at-once/at-once.ts';
import { openPhpvms5Place } from '../at-once/phpvms5-place.ts';
import type { Prove } from '../prove.ts';
import { charterNumber, flyCharter } from '../smartcars.ts';
import { type Flying, land, takeOff } from './flight.ts';
import * as judge from './judge.ts';
import { serve, type Way } from './server.ts';
import { differences, filedRows, openSite, type Site } from './site.ts';

interface Given {
  readonly site: string;
  readonly folder: string;
  readonly login: string;
  readonly password: string;
  /** Where the server listens when the site leaves that to it. */
  readonly port: string;
}

interface Flown {
  readonly bidId: string;
  readonly pilotId: string;
  readonly scheduleId: string;
  readonly rows: Awaited<ReturnType<typeof filedRows>>;
}

/** Flies twice (once where its database is strict) through a real, running phpVMS 5, and looks at what its own pages, feeds and tables say. */
export const phpvms5: Prove = {
  usage:
    'phpvms5 --site URL --folder DIR --login WHO --password-file FILE [--port 8787] [--rounds N]   (a running phpVMS 5 that may be written to: use a copy; run it as the owner of its folder; with rounds only what at-once proves)',
  async run({ given, rounds, short, out, note }) {
    const { site: url, folder, login, port = '8787', 'password-file': file } = given;
    if (url === undefined || folder === undefined || login === undefined || file === undefined) {
      note(`usage: npm run prove -- ${phpvms5.usage}`);
      return false;
    }
    const [password = ''] = (await readFile(file, 'utf8')).split('\n', 1);
    const site = { site: url.replace(/\/+$/, ''), folder, login, password, port };
    if (rounds === null) return proveTwice(site, out);
    const ways = (await isStrictAt(site))
      ? (['prepared SQL'] as const)
      : (['its own functions', 'prepared SQL'] as const);
    let isProven = true;
    for (const way of ways) {
      await using place = await openPhpvms5Place({ ...site, way }, rounds);
      isProven =
        (await proveAtOnce(place, short ? 5_000 : undefined, { out, note, figure: () => undefined })) && isProven;
    }
    return isProven;
  },
};

async function proveTwice(given: Given, out: (text: string) => void): Promise<boolean> {
  const environment = readEnvironment();
  const php = environment.TRACKER_PHP ?? 'php';
  await using site = await openSite(given.site, given.folder, php, environment.TRACKER_DATABASE_SERVER ?? null);
  out(await describe(site));
  const verdicts: judge.Verdict[] = [];
  const check = (promise: string, problem: string | null) => {
    verdicts.push({ promise, problem });
    out(`${problem === null ? 'ok    ' : 'FAILED'} ${promise}${problem === null ? '' : `: ${problem}`}`);
  };
  if (await isStrict(site)) {
    out('left out: its own functions, whose statements fail in this sql_mode');
    await flyOnce(site, given, 'prepared SQL', check);
    return verdicts.every(({ problem }) => problem === null);
  }
  const first = await flyOnce(site, given, 'its own functions', check);
  await bidAgain(site, first);
  const second = await flyOnce(site, given, 'prepared SQL', check);
  const found = differences(first.rows, second.rows);
  check('both ways leave the same rows', found.length === 0 ? null : found.join('; '));
  check('smartCARS 3 flies a charter: one PIREP, and the charter is gone', await smartcarsCharter(site, given));
  return verdicts.every(({ problem }) => problem === null);
}

async function describe(site: Site): Promise<string> {
  const [row] = await site.rows('SELECT VERSION() AS version, @@GLOBAL.sql_mode AS mode');
  const fork = await readFile(join(site.folder, 'core/version'), 'utf8').catch(() => 'unknown');
  return `fork ${fork.trim()}, database ${row?.version}, sql_mode '${row?.mode}', server at ${site.va.server}`;
}

async function isStrictAt({ site: url, folder }: Given): Promise<boolean> {
  const { TRACKER_PHP: php = 'php', TRACKER_DATABASE_SERVER: server = null } = readEnvironment();
  await using site = await openSite(url, folder, php, server);
  return await isStrict(site);
}

async function isStrict(site: Site): Promise<boolean> {
  const [row] = await site.rows('SELECT @@GLOBAL.sql_mode AS mode');
  return /\bSTRICT_/.test(String(row?.mode));
}

async function flyOnce(
  site: Site,
  given: Given,
  way: Way,
  check: (promise: string, problem: string | null) => void,
): Promise<Flown> {
  await using server = await serve(site, given.port, way);
  check(
    `${way}: the one in use`,
    server.logged().includes(`"filing":"${way === 'prepared SQL' ? way : 'ACARSData::FilePIREP'}"`)
      ? null
      : `it is another: ${server.logged().slice(0, 2_000)}`,
  );
  const checks = await runChecks(
    site.url,
    (await openEdgeKit(given.folder, { data: null, backup: null, listen: '127.0.0.1:8787' })).checks,
  );
  const failed = checks.filter(({ level }) => level !== 'ok');
  check(
    `${way}: the site answers as it must`,
    failed.length === 0 ? null : failed.map(({ check, says }) => `${check.path} ${says}`).join('; '),
  );
  const flying = await takeOff(site.url, given.login, given.password);
  check(
    `${way}: the feed shows the aircraft while it flies`,
    await within(10_000, async () => judge.onMap(await site.feed(), flying.ident)),
  );
  const result = await landed(site, flying, way, check);
  check(`${way}: no password in the log`, judge.noSecret(server.logged(), given.password));
  return result;
}

async function landed(site: Site, flying: Flying, way: Way, check: (promise: string, problem: string | null) => void) {
  const receipt = await land(flying);
  check(`${way}: the feed does not show it afterwards`, judge.offMap(await site.feed(), flying.ident));
  check(
    `${way}: its page shows the PIREP, markup as text`,
    judge.pirepPage(await site.page(`/index.php/pireps/view/${receipt.pirep_id}`), flying.ident),
  );
  check(`${way}: /acars is the live map`, judge.isLiveMap(await site.page('/acars')));
  const [row] = await site.rows(
    `SELECT p.pilotid, s.id FROM ${site.table('pireps')} p JOIN ${site.table('schedules')} s ON s.code = p.code AND s.flightnum = p.flightnum WHERE p.pirepid = ?`,
    receipt.pirep_id,
  );
  const [pilotId, scheduleId] = [String(row?.pilotid), String(row?.id)];
  const rows = await filedRows(site, pilotId, receipt.pirep_id, scheduleId);
  check(`${way}: the bid is gone`, judge.bidGone(rows.bids, scheduleId));
  return { bidId: flying.bidId, pilotId, scheduleId, rows };
}

async function smartcarsCharter(site: Site, given: Given): Promise<string | null> {
  await using _server = await serve(site, given.port, 'its own functions');
  const { pirepId } = await flyCharter(site.url, given.login, given.password);
  const pireps = await site.rows(
    `SELECT pirepid, flighttime FROM ${site.table('pireps')} WHERE flightnum = ?`,
    charterNumber,
  );
  const schedules = await site.rows(`SELECT id FROM ${site.table('schedules')} WHERE flightnum = ?`, charterNumber);
  if (pireps.length !== 1 || String(pireps[0]?.pirepid) !== pirepId) return `PIREPs: ${JSON.stringify(pireps)}`;
  if (!(Number(pireps[0]?.flighttime) > 10)) return `flight time ${String(pireps[0]?.flighttime)}`;
  return schedules.length === 0 ? null : 'the schedule of the charter is still there';
}

/** The same bid once more, under its old number so that it is the latest again; and the minute of the duplicate check gone by. */
async function bidAgain(site: Site, { bidId, pilotId, scheduleId }: Flown): Promise<void> {
  const columns = '(bidid, pilotid, routeid, dateadded) VALUES (?, ?, ?, CURDATE())';
  await site.run(`INSERT INTO ${site.table('bids')} ${columns}`, bidId, pilotId, scheduleId);
  await site.run(
    `UPDATE ${site.table('pireps')} SET submitdate = submitdate - INTERVAL 5 MINUTE WHERE pilotid = ?`,
    pilotId,
  );
}

/** Asks again until it is kept or the time is over. */
async function within(ms: number, ask: () => Promise<string | null>): Promise<string | null> {
  const deadline = Date.now() + ms;
  for (;;) {
    const problem = await ask();
    if (problem === null || Date.now() > deadline) return problem;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
