import { resolve } from 'node:path';
import { actor } from './actor.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';

const about: About = {
  name: 'backup',
  summary: 'copy journal and embedded crew center while they are in use',
  text: `Copies the data directory's databases to FOLDER, those of modules too, each consistent in itself; the server may be running.
What is copied is printed. Only its owner can read it: it holds hashes of passwords, and the flights of pilots.

To go back, stop the server, put the copies in the place of the originals, and remove the files -wal and -shm beside these.`,
  examples: ['tracker backup /var/backups/tracker-monday'],
};

const copy = form({
  positionals: ['FOLDER'],
  async run(given, io) {
    const folder = resolve(given.positional(0));
    return withOperator(io, async (operator) => {
      const files = await operator.backup(actor(), folder);
      io.out(io.json ? JSON.stringify({ files }) : files.join('\n'));
      return 0;
    });
  },
});

export const command = commandOf(about, [copy]);
