import { resolve } from 'node:path';
import { type Command, CommandError } from './command.ts';
import { withOperator } from './reach.ts';

export const command: Command = {
  name: 'backup',
  summary: 'copy journal and embedded crew center while they are in use',
  usage: `tracker backup FOLDER

Makes a consistent copy of the data directory's databases in the new folder FOLDER. The server may be running. To go back,
stop the server and put the copies in the place of the originals.

Example
  tracker backup /var/backups/tracker-monday`,
  async run([folder], io) {
    if (folder === undefined) throw new CommandError('Where to? Write: tracker backup FOLDER', 2);
    return withOperator(io, async (operator) => {
      const files = await operator.backup(resolve(folder));
      io.out(io.json ? JSON.stringify({ files }) : files.join('\n'));
      return 0;
    });
  },
};
