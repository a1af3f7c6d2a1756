import { parseArgs } from 'node:util';
import { actor } from './actor.ts';
import { type Command, CommandError } from './command.ts';
import { withOperator } from './reach.ts';

const usage = `tracker operator link

Prints a new one-time link that sets the password of the operator's pages (flights to rescue, outbox, sessions, admin
area). The first start prints one by itself. Setting a password ends every session of these pages.

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
    const path = await withOperator(io, (operator) => operator.makeSetupPath(actor()));
    if (io.json) io.out(JSON.stringify({ path }));
    else io.out(`Open this address of your site, once:\n  ${path}`);
    return 0;
  },
};
