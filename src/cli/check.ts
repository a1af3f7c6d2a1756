import { resolve } from 'node:path';
import { planFix } from '../platform/check/fix.ts';
import { repairSite } from '../platform/check/repair.ts';
import { checkSite, isFine, type Report } from '../platform/check/run.ts';
import type { SubjectNeeds } from '../platform/check/subject.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { carryOut, dryRun, inCommandWords, openKit, readSite, rootOf, say } from './install.ts';
import { checkNeeds, textOf } from './site-report.ts';

const about: About = {
  name: 'check',
  summary: 'check the files, the web server and the connections of a crew center',
  text: `Looks for files that must not be public, for settings that break clients, and for outdated parts, in the whole public folder of a
crew center and by requests to its site. For each finding it prints what was seen, why it matters, and how to fix it on this web
server. docs/check.md explains every finding. Exits with 0 only if nothing serious was found.

With --fix it moves leftovers out of the folder acars (never acars/storage) and old scripts to a dated private backup, writes deny
rules if the web server reads .htaccess files, and checks again. Files elsewhere are only moved if their PATH is given.
\`tracker install FOLDER --undo\` restores everything.`,
  examples: [
    'sudo tracker check /var/www/crew',
    'tracker check /var/www/crew --url https://crew.example --json',
    'sudo tracker check /var/www/crew --fix --dry-run',
    'sudo tracker check /var/www/crew --fix /var/www/crew/backup.zip',
  ],
  actsForOwner: true,
};

const check = form({
  positionals: ['FOLDER?', 'PATH*'],
  options: {
    url: {
      value: 'URL',
      about: "the site's address, if the crew center's configuration does not contain the one to use",
    },
    fix: { about: 'repair what can be repaired safely, and move each PATH' },
    backup: { value: 'DIR', about: 'the folder for the backup, if no private folder is known' },
    'dry-run': dryRun,
  },
  withoutData: true,
  async run(typed, io) {
    const folder = folderOf(typed.positional(0), io);
    const named = pathsFrom(typed);
    if (named.length > 0 && !typed.flag('fix')) throw new CommandError('A PATH can only be given with --fix.', 2);
    const url = typed.option('url');
    const backup = typed.option('backup');
    const kit = await openKit({ folder, backup: backup === null ? null : resolve(backup) }, io);
    const needs = checkNeeds(folder, kit, url === null ? null : readSite(url, '--url'), io);
    const report = typed.flag('fix')
      ? await fix(needs, { named, isDry: typed.flag('dry-run') }, io)
      : (await checkSite(needs)).report;
    io.out(io.json ? JSON.stringify({ success: isFine(report), ...report }, null, 2) : textOf(report));
    return isFine(report) ? 0 : 1;
  },
});

export const command = commandOf(about, [check]);

function pathsFrom(typed: { positional(index: number): string }): readonly string[] {
  const paths: string[] = [];
  for (let index = 1; typed.positional(index) !== ''; index += 1) paths.push(resolve(typed.positional(index)));
  return paths;
}

function folderOf(given: string, { config }: CommandIo): string {
  if (given !== '') return rootOf(given);
  if (config.crewCenter.kind === 'folder') return rootOf(config.crewCenter.path);
  throw new CommandError('Give the folder of the crew center: tracker check FOLDER', 2);
}

/** Repairs, then checks again: only remaining findings are reported. */
async function fix(
  needs: SubjectNeeds,
  { named, isDry }: { readonly named: readonly string[]; readonly isDry: boolean },
  io: CommandIo,
): Promise<Report> {
  // With --json the only line on standard output is the document.
  const progressIo: CommandIo = io.json ? { ...io, out: io.err } : io;
  const { subject, report } = await checkSite(needs);
  const wish = { subject, report, named, place: needs.kit.backupPlace, now: new Date() };
  const steps = await inCommandWords(async () => planFix(wish));
  if (isDry || steps.length === 0) {
    for (const step of steps) progressIo.out(say(step));
    progressIo.out(steps.length === 0 ? 'There is nothing to repair automatically.' : 'Nothing was done (--dry-run).');
    return report;
  }
  const apply = () => carryOut(steps, { folder: needs.folder, isDry: false }, progressIo);
  const repaired = await repairSite(subject, steps, apply);
  if (repaired !== 'done') progressIo.out(notRepaired[repaired]);
  return (await checkSite(needs)).report;
}

const notRepaired = {
  'put back': 'The web server does not accept these rules (AllowOverride): the .htaccess was put back as it was.',
  'not begun': 'Nothing was done: the site did not answer, so it could not be seen whether it bears the rules.',
} as const;
