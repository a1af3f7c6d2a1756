import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { settings } from '../config/settings.ts';
import { isThere } from '../lib/is-there.ts';
import { CrewCenterError } from '../platform/crew-center.ts';
import { locateStorage } from '../platform/open.ts';
import { openEdgeKit } from '../platform/open-edge.ts';
import type { EdgeKit } from '../platform/site/edge-kit.ts';
import { applySteps, type EdgeStep } from '../platform/site/edge-steps.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { findBroken, verifyInstall } from './install-checks.ts';
import { printSiteCommand, type SiteOutcome } from './install-document.ts';
import { adviceOnSite, isInstalled } from './install-outcome.ts';
import { rulesFor, showRules } from './install-rules.ts';
import { showService } from './install-service.ts';
import { checkFolder, textOf } from './site-report.ts';
import { wordsOfStepFailure } from './step-failure.ts';

const about: About = {
  name: 'install',
  summary: "install Tracker's folder in a crew center",
  text: `Installs or updates Tracker's folder in a crew center. It keeps your values and moves other files there to a dated backup outside
the web root. Then it sends requests to the site to check that the contract responds, through this site's own server, that
protected files are denied, and that the crew center's own pages still work, and runs all checks of \`tracker check\`. Everything is done with the rights of the owner of
the crew center's folder. Pilots have to log in again afterwards.

Exits with 0 if Tracker is installed and works. Serious findings about the site itself (its other files, plain http, its certificate) are
printed, and \`tracker check\` exits with 1 for them. Exits with 1 for any other serious finding, such as one about Tracker's own files,
data, database or contract, or about what could not be checked, and if a page of the site broke.`,
  examples: [
    'tracker install /var/www/crew --dry-run',
    'sudo tracker install /var/www/crew',
    'tracker install /var/www/crew --server nginx --write /etc/nginx/snippets/tracker.conf',
  ],
  actsForOwner: true,
};

export const dryRun = { about: 'only print what would be done' } as const;

interface Order {
  readonly folder: string;
  readonly isDry: boolean;
  readonly site: string | null;
  readonly backup: string | null;
  readonly isUndo: boolean;
}

const install = form({
  positionals: ['FOLDER'],
  asks: 'Give the folder of the crew center.',
  options: {
    'dry-run': dryRun,
    site: {
      value: 'URL',
      about: "the site's address, if the crew center's configuration does not contain one that can be reached",
    },
    backup: { value: 'DIR', about: 'the folder for the backup, if no private folder is known' },
    undo: { about: 'restore the files that the last install or check --fix moved' },
    server: {
      value: 'NAME',
      about: 'only print the rules for this web server: nginx, apache, caddy or litespeed',
    },
    service: {
      value: 'NAME',
      about: "only print what the service va-tracker@NAME of the site needs: the site's owner",
    },
    'hand-over-core': {
      about: "with --server: also hand over the ACARS paths of phpVMS 7's own API; needs TRACKER_CORE_HANDED_OVER",
    },
    write: { value: 'FILE', about: 'with --server or --service: write that to this file instead' },
  },
  withoutData: true,
  async run(typed, io) {
    const site = typed.option('site');
    const backup = typed.option('backup');
    const given = {
      folder: rootOf(typed.positional(0)),
      isDry: typed.flag('dry-run'),
      site: site === null ? null : readSite(site, '--site'),
      backup: backup === null ? null : resolve(backup),
      isUndo: typed.flag('undo'),
    };
    const service = typed.option('service');
    if (service !== null) return await showServiceOf(service, given.folder, typed.option('write'), io);
    const kit = await openKit(given, io);
    if (given.isUndo) return printSiteCommand(io, (lines) => undo(kit, given, lines));
    const server = typed.option('server');
    if (server !== null)
      return showRules(
        kit,
        server,
        { site: given.site, file: typed.option('write'), handsOver: typed.flag('hand-over-core') },
        io,
      );
    return printSiteCommand(io, (lines) => installAndCheck(kit, given, lines));
  },
});

export const command = commandOf(about, [install]);

async function showServiceOf(name: string, folder: string, file: string | null, io: CommandIo): Promise<number> {
  const { dataDirectory, listen } = io.config;
  const data = dataDirectory.kind === 'given' ? dataDirectory.path : await inCommandWords(() => locateStorage(folder));
  return showService({ name, folder, data, listen: addressOf(listen) }, file, io);
}

async function installAndCheck(kit: EdgeKit, given: Order, io: CommandIo): Promise<SiteOutcome> {
  const url = given.site ?? kit.siteUrl;
  const steps = await inCommandWords(() => kit.planInstall());
  const brokenBefore = url === null || given.isDry ? new Set<string>() : await findBroken(kit, url);
  carryOut(steps, given, io);
  if (given.isDry) return { success: true, steps };
  const isFine = await verifyInstall(kit, url, brokenBefore, io);
  const report = await checkFolder(given.folder, kit, url, io);
  io.out(`\nThe whole site:\n${textOf(report)}\n\n${kit.advice}\n\n${await rulesFor(kit, url)}`);
  const advice = adviceOnSite(report);
  if (advice !== '') io.out(`\n${advice}`);
  return { success: isFine && isInstalled(report), steps };
}

async function undo(kit: EdgeKit, given: Order, io: CommandIo): Promise<SiteOutcome> {
  const steps = await kit.planUndo();
  if (steps.length === 0)
    throw new CommandError(`There is no backup of ${given.folder} to restore. Name the folder that --backup named.`);
  carryOut(steps, given, io);
  return { success: true, steps };
}

/** @throws CommandError */
export function readSite(text: string, option: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new CommandError(`${option} must be an address that begins with https:// or http://.`, 2);
}

/** Follows a symbolic link given by the operator (`/var/www/current`); no other link is followed. */
export function rootOf(folder: string): string {
  const path = resolve(folder);
  return isThere(path) ? realpathSync(path) : path;
}

export function openKit({ folder, backup }: Pick<Order, 'folder' | 'backup'>, { config }: CommandIo): Promise<EdgeKit> {
  const { dataDirectory, listen, host } = config;
  const data = dataDirectory.kind === 'given' ? dataDirectory.path : null;
  const { databaseServer, php } = host;
  return inCommandWords(() => openEdgeKit(folder, { data, backup, listen: addressOf(listen), databaseServer, php }));
}

/** Where programs of this machine reach the server. That of a socket of systemd is the package's own. */
function addressOf(listen: CommandIo['config']['listen']): string {
  if (listen.kind === 'systemd') return settings.listen.default;
  if (listen.kind === 'unix') return `unix:${listen.path}`;
  return `${listen.host.replace('0.0.0.0', '127.0.0.1')}:${listen.port}`;
}

export async function inCommandWords<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    throw error instanceof CrewCenterError ? new CommandError(error.message) : error;
  }
}

/** Prints each step, and performs them unless it is a dry run. */
export function carryOut(
  steps: readonly EdgeStep[],
  { folder, isDry }: Pick<Order, 'folder' | 'isDry'>,
  io: CommandIo,
): void {
  for (const step of steps) io.out(say(step));
  if (isDry) {
    io.out('Nothing was done (--dry-run).');
    return;
  }
  try {
    applySteps(steps, folder);
  } catch (error) {
    throw wordsOfStepFailure(error, folder);
  }
}

export function say(step: EdgeStep): string {
  const target = step.kind === 'move' ? `${step.path} to ${step.to}` : step.path;
  return `${step.kind.padEnd(7)}${target} (${step.why})`;
}
