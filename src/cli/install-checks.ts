import { createAsk, patientPausesMs } from '../platform/site/ask.ts';
import { type EdgeKit, type Probed, runChecks } from '../platform/site/edge-kit.ts';
import { askIdentity } from '../platform/site/server-identity.ts';
import type { CommandIo } from './command.ts';

/** Returns the pages of the site itself that are broken before anything is changed. */
export async function findBroken(kit: EdgeKit, site: string): Promise<ReadonlySet<string>> {
  const results = await runChecks(
    site,
    kit.checks.filter(({ isSites, needsEdge }) => isSites === true && needsEdge !== true),
    patientAsk(),
  );
  return new Set(results.filter(({ finding }) => finding === 'site-page-broken').map(({ check }) => check.path));
}

/** Checks the site and prints the results; returns false if something is broken that worked before. */
export async function verifyInstall(
  kit: EdgeKit,
  site: string | null,
  brokenBefore: ReadonlySet<string>,
  io: CommandIo,
): Promise<boolean> {
  if (site === null) {
    io.err(
      'The crew center’s configuration does not contain its address. Give it with --site to verify the installation.',
    );
    return false;
  }
  io.out(`\nChecking ${site}:`);
  const ask = patientAsk();
  const results = (await runChecks(site, kit.checks, ask)).map(({ check, level, says }) => {
    const wasSo = level === 'failure' && check.isSites === true && brokenBefore.has(check.path);
    const line = { path: check.path, what: check.what };
    return wasSo
      ? {
          ...line,
          level: 'warning' as const,
          says: `${says}, and it did before the install too: check the site itself`,
        }
      : { ...line, level, says };
  });
  const identity = await askIdentity(site, kit, ask);
  const all = [
    ...results,
    { path: kit.statusPath, what: 'comes from this site’s own server', ...identity },
    ...(await kit.probe(site, ask)).map(lineOf),
  ];
  for (const { path, what, level, says } of all) {
    io.out(`${level.padEnd(8)} ${path} ${what}${level === 'ok' ? '' : `: ${says}`}`);
  }
  return all.every(({ level }) => level !== 'failure');
}

function lineOf({ path, denial, cure }: Probed) {
  const line = { path, what: 'is denied by the web server' };
  if (denial === 'denied') return { ...line, level: 'ok' as const, says: '' };
  if (denial === 'readable') return { ...line, level: 'failure' as const, says: `it can be read; ${cure}` };
  return { ...line, level: 'warning' as const, says: `it could not be checked: ${denial.unknown}` };
}

const patientAsk = () => createAsk({ pausesMs: patientPausesMs });
