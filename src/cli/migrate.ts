import { join } from 'node:path';
import { embeddedFileName } from '../platform/embedded/embedded.ts';
import { commandOf } from './command-of.ts';
import { openFor } from './crew-center/open.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'migrate',
  summary: 'create or upgrade the embedded crew center',
  text: `Creates the embedded crew center of the data directory, or upgrades it to this version. A copy of the old file is kept next to it.
The server does the same when it starts. A file of a newer version is refused.`,
  examples: ['tracker migrate', 'tracker migrate --data /var/lib/tracker'],
};

const migrate = form({
  withoutData: true,
  async run(_given, io) {
    const { migrations, close } = await openFor(io);
    await close();
    const { from, to, applied, backup } = migrations;
    if (io.json) io.out(JSON.stringify(migrations));
    else {
      const file = join(io.dataDirectory, embeddedFileName);
      if (applied.length === 0) io.out(`${file} is at version ${to}; nothing to do.`);
      else io.out(`${file}: version ${from} to ${to}: ${applied.join(', ')}.`);
      if (backup !== null) io.out(`Backup of the old file: ${backup}`);
    }
    return 0;
  },
});

/** Creates or upgrades the embedded crew center. */
export const command = commandOf(about, [migrate]);
