import { join } from 'node:path';
import { embeddedFileName } from '../platform/embedded/embedded.ts';
import { type Command, CommandError } from './command.ts';
import { openFor } from './crew-center/open.ts';

const usage = `Usage: tracker migrate [--json]

Makes the embedded crew center of the data directory, or brings it forward to this version. A copy of the file as it was is
kept beside it. The server does the same when it starts; a file of a newer version is refused.

Examples:
  tracker migrate
  tracker migrate --data /var/lib/tracker`;

/** Brings the embedded crew center forward. */
export const command: Command = {
  name: 'migrate',
  summary: 'make the embedded crew center, or bring it forward',
  usage,
  async run(args, io) {
    if (args.includes('--help')) {
      io.out(usage);
      return 0;
    }
    if (args.length > 0) throw new CommandError(`tracker migrate takes no arguments.\n\n${usage}`, 2);
    const { migrations, close } = await openFor(io);
    await close();
    const { from, to, applied, backup } = migrations;
    if (io.json) io.out(JSON.stringify(migrations));
    else {
      const file = join(io.dataDirectory, embeddedFileName);
      if (applied.length === 0) io.out(`${file} is at version ${to}; nothing to do.`);
      else io.out(`${file}: version ${from} to ${to}: ${applied.join(', ')}.`);
      if (backup !== null) io.out(`As it was before: ${backup}`);
    }
    return 0;
  },
};
