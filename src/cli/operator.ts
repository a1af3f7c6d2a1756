import { parseArgs } from 'node:util';
import { actor } from './actor.ts';
import { type Command, CommandError } from './command.ts';
import { withOperator } from './reach.ts';
import { configuredUrl, setupText, wholeAddress } from './setup-link.ts';

const usage = `tracker operator link

Prints a new one-time link that sets the password of the operator's pages (flights to rescue, outbox, sessions, admin
area), for an hour. A server that is started on a terminal prints one while no password is set. Setting a password ends every session of these pages.

Example
  tracker operator link`;

export const command: Command = {
  name: 'operator',
  summary: "a new link that sets the operator's password",
  usage,
  async run(args, io) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    if (positionals.length > 1 || (positionals[0] ?? 'link') !== 'link') {
      throw new CommandError(`There is no "operator ${positionals.join(' ')}". See: tracker operator --help`, 2);
    }
    const [path, running] = await withOperator(io, async (operator) => [
      await operator.makeSetupPath(actor()),
      await operator.readUrl(),
    ]);
    const url = running ?? configuredUrl(io.config);
    if (io.json) io.out(JSON.stringify({ path, url: wholeAddress(url, path) }));
    else io.out(setupText(url, path));
    if (running === null) io.err('No server is running here: start it first (tracker serve).');
    return 0;
  },
};
