import { resolve } from 'node:path';
import { settings } from '../config/settings.ts';
import { isThere } from '../lib/is-there.ts';
import { sourceFolders } from '../server/repair/copies.ts';
import { type CheckedFile, repairData } from '../server/repair/repair.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { stopped } from './paused-service.ts';

const about: About = {
  name: 'repair',
  summary: 'find damage in the data, and make whole databases of what is left and of backups',
  text: `Reads every database of the data directory whole, with the checksums of the journal's rows. For each that is damaged it makes a new one of
what can be read; what is lost is taken from the newest backup that has it: those of ${settings.backupFolder.variable}, or the one that
--from names. It prints what was put back and what is lost. The damaged databases are moved to a folder beside them and never
deleted. With --dry-run nothing is changed, and the server may be running. Else:
${stopped}

A journal in MariaDB is repaired with MariaDB's own tools.`,
  examples: ['tracker repair --dry-run', 'tracker repair --from /var/backups/tracker/tracker-2024-04-06'],
};

const repair = form({
  withoutData: true,
  options: {
    from: { value: 'FOLDER', about: 'a backup from which lost rows are taken, before those of every day' },
    'dry-run': { about: 'only print what would be done; a server may be running' },
  },
  stopsServer: (given) => !given.flag('dry-run'),
  async run(given, io) {
    const named = given.option('from');
    const { dataDirectory, config } = io;
    if (!isThere(dataDirectory))
      throw new CommandError(`${dataDirectory} does not exist. Name your server's folder with --data.`);
    if (named !== null && !isThere(named))
      throw new CommandError(`${named} does not exist. Name the folder of a backup.`);
    const folders = sourceFolders(named === null ? null : resolve(named), config.backups?.folder ?? null);
    const isDry = given.flag('dry-run');
    const { files, former } = await repairData({ dataDirectory, folders, isDry, now: new Date() });
    const isDamaged = files.some(({ damage }) => damage.length > 0);
    if (io.json) io.out(JSON.stringify({ files, former }, null, 2));
    else print(io, files, former);
    return isDry && isDamaged ? 1 : 0;
  },
});

export const command = commandOf(about, [repair]);

const maxLines = 20;

function print(io: CommandIo, files: readonly CheckedFile[], former: string | null): void {
  for (const { file, damage, kept, taken, lost } of files) {
    if (damage.length === 0) {
      io.out(`${file} is whole.`);
      continue;
    }
    io.out(`${file} is damaged:`);
    list(io, damage);
    io.out(`  kept: ${kept} rows`);
    if (taken.length > 0) io.out('  put back:');
    list(io, taken);
    io.out(lost.length > 0 ? '  lost:' : '  lost: nothing');
    list(io, lost);
  }
  const isDamaged = files.some(({ damage }) => damage.length > 0);
  if (files.some(({ taken }) => taken.length > 0))
    io.out('What comes from a backup may name pilots who were erased since: erase them again.');
  if (former !== null) io.out(`Repaired. The damaged databases are in ${former}.`);
  else if (isDamaged) io.out('Nothing was changed (--dry-run).');
}

function list(io: CommandIo, lines: readonly string[]): void {
  for (const line of lines.slice(0, maxLines)) io.out(`    ${line}`);
  if (lines.length > maxLines) io.out(`    and ${lines.length - maxLines} more; --json lists all`);
}
