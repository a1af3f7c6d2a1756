import { actor } from '../lib/user-name.ts';
import { configuredUrl, setupText, wholeAddress } from '../server/setup-link.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';

const about: About = {
  name: 'operator',
  summary: 'print a link that makes an owner of the operator pages',
  text: `Prints a one-time link that makes an owner of the operator pages (flights to rescue, outbox, sessions, admin area), or gives an owner
another password. It is valid for an hour. A server started on a terminal prints one while nobody can sign in. Setting a password ends all
sessions of that owner and takes off their second factor. Owners invite others on the page Staff.`,
  examples: ['tracker operator link'],
};

const link = form({
  name: 'link',
  async run(_given, io) {
    const [path, running] = await withOperator(io, async (operator) => [
      await operator.makeSetupPath(actor()),
      await operator.readUrl(),
    ]);
    const url = running ?? configuredUrl(io.config);
    if (io.json) io.out(JSON.stringify({ path, url: wholeAddress(url, path) }));
    else io.out(`${setupText(url, path)}\nA second factor of the owner who uses it is taken off.`);
    if (running === null) io.err('No server is running here: start it first (tracker serve).');
    return 0;
  },
});

export const command = commandOf(about, [link]);
