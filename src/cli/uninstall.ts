import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../lib/is-there.ts';
import { denyBlockLines, hasDenyBlock } from '../platform/check/deny-rules.ts';
import { openSiteProfile } from '../platform/open-profile.ts';
import type { EdgeKit } from '../platform/site/edge-kit.ts';
import type { EdgeStep } from '../platform/site/edge-steps.ts';
import { files } from '../platform/site/findings-of-files.ts';
import { documentRoot } from '../platform/site/public-folder.ts';
import type { CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { carryOut, dryRun, openKit, rootOf } from './install.ts';
import { printSiteCommand, type SiteOutcome } from './install-document.ts';
import { checkFolder, textOf } from './site-report.ts';

const about: About = {
  name: 'uninstall',
  summary: "remove Tracker's folder from a crew center",
  text: "Removes Tracker's folder from a crew center. Your values and all of Tracker's data are kept; it prints where. Rules that `tracker check --fix` wrote into .htaccess files stay, because they protect files of the site; it names them.",
  examples: ['sudo tracker uninstall /var/www/crew'],
  actsForOwner: true,
};

const uninstall = form({
  positionals: ['FOLDER'],
  asks: 'Give the folder of the crew center.',
  options: { 'dry-run': dryRun },
  withoutData: true,
  async run(typed, io) {
    const given = { folder: rootOf(typed.positional(0)), isDry: typed.flag('dry-run'), backup: null };
    const kit = await openKit(given, io);
    return printSiteCommand(io, (lines) => removeAndCheck(kit, given, lines));
  },
});

async function removeAndCheck(
  kit: EdgeKit,
  given: { readonly folder: string; readonly isDry: boolean },
  io: CommandIo,
): Promise<SiteOutcome> {
  const planned = await kit.planUninstall();
  if (planned.length === 0) io.out('Tracker is not installed there.');
  const steps = [...planned, ...keptRules(given.folder, kit)];
  carryOut(steps, given, io);
  io.out(
    `\nFlights, logs and backups stay in ${kit.dataDirectory}. Stop the server (systemctl stop, or Ctrl-C), and remove`,
  );
  io.out('its rules from the web server. Delete that folder to delete all data of Tracker.');
  if (!given.isDry) await showLeft(given.folder, kit, io);
  return { success: true, steps };
}

/** What `tracker check --fix` wrote protects files of the site itself, which stay. */
function keptRules(folder: string, { siteUrl }: EdgeKit): readonly EdgeStep[] {
  const folders = [...openSiteProfile(folder).publicFolders, documentRoot(folder, siteUrl)];
  const files = [...new Set(folders)].map((each) => join(each, '.htaccess'));
  const [begin, end] = denyBlockLines;
  const why = `has rules of \`tracker check --fix\` that deny private files of the site; they are the lines from “${begin}” to “${end}”`;
  return files
    .filter((path) => isThere(path) && hasDenyBlock(readFileSync(path, 'latin1')))
    .map((path) => ({ kind: 'keep', path, why }));
}

/** What still lies in the public folder and must not. */
async function showLeft(folder: string, kit: EdgeKit, io: CommandIo): Promise<void> {
  const report = await checkFolder(folder, kit, kit.siteUrl, io);
  const findings = report.findings.filter(({ name }) => Object.hasOwn(files, name));
  if (findings.length > 0) io.out(`\n${textOf({ ...report, findings })}`);
}

export const command = commandOf(about, [uninstall]);
