import { askIdentity, type EdgeKit, runChecks } from '../platform/site/edge-kit.ts';
import type { CommandIo } from './command.ts';

/** Returns the pages of the site itself that are broken before anything is changed. */
export async function findBroken(kit: EdgeKit, site: string): Promise<ReadonlySet<string>> {
  const results = await runChecks(
    site,
    kit.checks.filter(({ isSites }) => isSites === true),
  );
  return new Set(results.filter(({ level }) => level === 'failure').map(({ check }) => check.path));
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
  const results = (await runChecks(site, kit.checks)).map(({ check, level, says }) => {
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
  const identity = await askIdentity(site, kit);
  const all = [
    ...results,
    { path: kit.statusPath, what: 'comes from this site’s own server', ...identity },
    await probe(kit, site),
  ];
  for (const { path, what, level, says } of all) {
    io.out(`${level.padEnd(8)} ${path} ${what}${level === 'ok' ? '' : `: ${says}`}`);
  }
  return all.every(({ level }) => level !== 'failure');
}

async function probe(kit: EdgeKit, site: string) {
  const { path, denial, cure } = await kit.probe(site);
  const line = { path, what: 'is denied by the web server' };
  if (denial === 'denied') return { ...line, level: 'ok' as const, says: '' };
  if (denial === 'readable') return { ...line, level: 'failure' as const, says: `it can be read; ${cure}` };
  const says =
    'it could not be checked: a control file that must be readable was not. Is this the address of the site?';
  return { ...line, level: 'warning' as const, says };
}
