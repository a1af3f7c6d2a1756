import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CrewCenterError } from '../platform/crew-center.ts';
import { type EdgeKit, runChecks } from '../platform/edge-kit.ts';
import { applySteps, type EdgeStep, SiteProgramError } from '../platform/edge-steps.ts';
import { openEdgeKit } from '../platform/open-edge.ts';
import { type Command, CommandError, type CommandIo } from './command.ts';

const usage = `Usage: tracker install FOLDER [--dry-run] [--site URL]

Puts the folder that clients call into a crew center, or replaces an older one: your values stay, obsolete scripts and old
runtime files go. Then it asks the site: the contract must answer, what is protected must not, and the crew center's own pages
must be where they were. Files belong to the owner of the crew center's folder. Pilots log in again afterwards.

  --dry-run    says what it would do, and does nothing
  --site URL   the site's address, when the crew center's configuration does not say it or it is not reachable by that name

Examples:
  tracker install /var/www/crew --dry-run
  sudo tracker install /var/www/crew`;

interface Given {
  readonly folder: string;
  readonly isDry: boolean;
  readonly site: string | null;
}

export const command: Command = {
  name: 'install',
  summary: 'put the folder that clients call into a crew center',
  usage,
  actsForOwner: true,
  async run(args, io) {
    const given = readArguments(args);
    const kit = await openKit(given.folder);
    const steps = await kit.planInstall();
    carryOut(steps, given, io);
    if (given.isDry) return 0;
    const isFine = await verify(kit, given.site ?? kit.siteUrl, io);
    io.out(`\n${kit.advice}`);
    return isFine ? 0 : 1;
  },
};

export function readArguments(args: readonly string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, site: { type: 'string' } },
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw new Error('Name the folder of the crew center.');
    if (values.site !== undefined && !/^https?:\/\//.test(values.site)) {
      throw new Error('--site must be an address that begins with https:// or http://.');
    }
    return { folder: resolve(folder), isDry: values['dry-run'], site: values.site?.replace(/\/+$/, '') ?? null };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), 2);
  }
}

export async function openKit(folder: string): Promise<EdgeKit> {
  try {
    return await openEdgeKit(folder);
  } catch (error) {
    throw error instanceof CrewCenterError ? new CommandError(error.message) : error;
  }
}

/** Says each step, and does them unless they are only asked about. */
export function carryOut(steps: readonly EdgeStep[], { folder, isDry }: Given, io: CommandIo): void {
  for (const step of steps) io.out(say(step));
  if (isDry) {
    io.out('Nothing was done (--dry-run).');
    return;
  }
  try {
    applySteps(steps, folder);
  } catch (error) {
    if (error instanceof SiteProgramError) throw new CommandError(siteIsBroken(error));
    if (error instanceof CrewCenterError) throw new CommandError(error.message);
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CommandError(`${error.message}. Run it as the owner of ${folder}, or as root.`);
  }
}

/** What failed is the site's own program, so the site is to be looked at first, not Tracker's rights. */
function siteIsBroken({ message }: Error): string {
  return `The site’s own program did not run: ${message}\nMend the site first (its log, its database, its version of PHP), then run this again.`;
}

function say(step: EdgeStep): string {
  const target = step.kind === 'move' ? `${step.path} to ${step.to}` : step.path;
  return `${step.kind.padEnd(7)}${target} (${step.why})`;
}

async function verify(kit: EdgeKit, site: string | null, io: CommandIo): Promise<boolean> {
  if (site === null) {
    io.err(
      'The crew center’s configuration does not say its address; give it with --site, so that this can be verified.',
    );
    return false;
  }
  io.out(`\nAsking ${site}:`);
  const results = await runChecks(site, kit.checks);
  for (const { check, level, says } of results) {
    io.out(`${level.padEnd(8)} ${check.path} ${check.what}${level === 'ok' ? '' : `: ${says}`}`);
  }
  return results.every(({ level }) => level !== 'failure');
}
