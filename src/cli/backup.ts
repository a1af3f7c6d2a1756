import { resolve } from 'node:path';
import { actor } from '../lib/user-name.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';

const about: About = {
  name: 'backup',
  summary: 'back up the journal and the embedded crew center',
  text: `Copies the databases of the data directory, including those of modules, to FOLDER, and prints their names. Each copy is consistent;
the server may be running. Only the owner can read the copies: they contain password hashes and pilots' flights.

The copies are verified after they are made. \`tracker restore\` restores them; with TRACKER_BACKUP_FOLDER one is made every day.`,
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
