import { resolve } from 'node:path';
import { DataDirectoryError } from '../journal/directory.ts';
import { isThere } from '../lib/is-there.ts';
import { restoreBackup } from '../server/backups/restore.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { stopped } from './paused-service.ts';

const about: About = {
  name: 'restore',
  summary: 'replace the data by a backup',
  text: `Restores the databases in FOLDER, created by \`tracker backup\` or by the daily backup, to the data directory. The backup is
verified first; existing data is moved to a folder beside it and never deleted. ${stopped}`,
  examples: ['tracker restore /var/backups/tracker/tracker-2024-04-06', 'tracker restore ./copy --data ./data'],
};

const restore = form({
  withoutData: true,
  positionals: ['FOLDER'],
  stopsServer: (given) => isThere(resolve(given.positional(0))),
  async run(given, io) {
    try {
      const restored = restoreBackup(resolve(given.positional(0)), io.dataDirectory, new Date());
      if (io.json) io.out(JSON.stringify(restored));
      else {
        io.out(`Restored into ${io.dataDirectory}: ${restored.files.join(', ')}.`);
        if (restored.former !== null) io.out(`The previous data is in ${restored.former}.`);
      }
      return 0;
    } catch (error) {
      if (isRefusal(error) || error instanceof DataDirectoryError) throw new CommandError(error.message);
      throw error;
    }
  },
});

export const command = commandOf(about, [restore]);
