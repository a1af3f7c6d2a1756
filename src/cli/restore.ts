import { resolve } from 'node:path';
import { DataDirectoryError } from '../journal/directory.ts';
import { restoreBackup } from '../server/backups/restore.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'restore',
  summary: 'put a backup in the place of the data',
  text: `Puts the databases of FOLDER, made by \`tracker backup\` or by the daily backup, into the data directory. The backup is read whole
first; the data that is there is moved to a folder beside it and never deleted. Stop the server before.`,
  examples: ['tracker restore /var/backups/tracker/tracker-2024-04-06', 'tracker restore ./copy --data ./data'],
};

const restore = form({
  withoutData: true,
  positionals: ['FOLDER'],
  async run(given, io) {
    try {
      const restored = restoreBackup(resolve(given.positional(0)), io.dataDirectory, new Date());
      if (io.json) io.out(JSON.stringify(restored));
      else {
        io.out(`Restored into ${io.dataDirectory}: ${restored.files.join(', ')}.`);
        if (restored.former !== null) io.out(`The data of before is in ${restored.former}.`);
      }
      return 0;
    } catch (error) {
      if (isRefusal(error) || error instanceof DataDirectoryError) throw new CommandError(error.message);
      throw error;
    }
  },
});

export const command = commandOf(about, [restore]);
