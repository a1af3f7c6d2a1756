import type { EdgeKit } from '../platform/site/edge-kit.ts';
import { files } from '../platform/site/findings-of-files.ts';
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
  text: "Removes Tracker's folder from a crew center. Your values and all of Tracker's data are kept; it prints where.",
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
  const steps = await kit.planUninstall();
  if (steps.length === 0) io.out('Tracker is not installed there.');
  carryOut(steps, given, io);
  io.out(
    `\nFlights, logs and backups stay in ${kit.dataDirectory}. Stop the server (systemctl stop, or Ctrl-C), and remove`,
  );
  io.out('its rules from the web server. Delete that folder to delete all data of Tracker.');
  if (!given.isDry) await showLeft(given.folder, kit, io);
  return { success: true, steps };
}

/** What still lies in the public folder and must not. */
async function showLeft(folder: string, kit: EdgeKit, io: CommandIo): Promise<void> {
  const report = await checkFolder(folder, kit, kit.siteUrl, io);
  const findings = report.findings.filter(({ name }) => Object.hasOwn(files, name));
  if (findings.length > 0) io.out(`\n${textOf({ ...report, findings })}`);
}

export const command = commandOf(about, [uninstall]);
