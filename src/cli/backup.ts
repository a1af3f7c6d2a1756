import { resolve } from 'node:path';
import { actor } from './actor.ts';
import type { Command } from './command.ts';
import { withOperator } from './reach.ts';
import { readArguments } from './subcommands.ts';

const usage = `tracker backup FOLDER

Copies the data directory's databases to FOLDER, those of modules too, each consistent in itself; the server may be running.
What is copied is printed. Only its owner can read it: it holds hashes of passwords, and the flights of pilots.

To go back, stop the server, put the copies in the place of the originals, and remove the files -wal and -shm beside these.

Example
  tracker backup /var/backups/tracker-monday`;

export const command: Command = {
  name: 'backup',
  summary: 'copy journal and embedded crew center while they are in use',
  usage,
  async run(args, io) {
    const folder = resolve(
      readArguments('backup', { positionals: ['FOLDER'], options: {} }, args, usage).positional(0),
    );
    return withOperator(io, async (operator) => {
      const files = await operator.backup(actor(), folder);
      io.out(io.json ? JSON.stringify({ files }) : files.join('\n'));
      return 0;
    });
  },
};
