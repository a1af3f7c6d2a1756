import { actor } from '../lib/user-name.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { toInstant } from './table.ts';

const about: About = {
  name: 'api-key',
  summary: 'make, list and revoke keys of the API for other programs',
  text: `Manages the keys with which other programs read flights, PIREPs, totals and changes. A key is printed once, when it is made. SCOPES are
any of flights, pireps, pilots and changes, with commas between them.`,
  examples: ['tracker api-key create "Website" flights,pireps --days 365', 'tracker api-key list'],
};

const list = form({
  name: 'list',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      printList(io, await operator.listApiKeys(), {
        titles: ['KEY', 'FOR', 'SCOPES', 'SINCE', 'UNTIL'],
        row: ({ id, name, scopes, createdAt, expiresAt }) => [
          id,
          name,
          scopes.join(' '),
          toInstant(createdAt),
          expiresAt === null ? null : toInstant(expiresAt),
        ],
        none: 'There is no key yet. Make one: tracker api-key create NAME SCOPES',
      });
      return 0;
    }),
});

const create = form({
  name: 'create',
  positionals: ['NAME', 'SCOPES'],
  options: { days: { value: 'DAYS' } },
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const days = given.option('days');
      const scopes = given
        .positional(1)
        .split(',')
        .map((scope) => scope.trim());
      const wanted = { name: given.positional(0), scopes, days: days === null ? null : wholeNumber(days) };
      const { key, secret } = await operator.createApiKey(actor(), wanted);
      if (io.json) io.out(JSON.stringify({ ...key, secret }));
      else {
        io.out(secret);
        io.err(`Made key ${key.id} for ${key.name}: ${key.scopes.join(', ')}. It is not shown again.`);
      }
      return 0;
    }),
});

const revoke = form({
  name: 'revoke',
  positionals: ['KEY'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const { id, name } = await operator.revokeApiKey(actor(), given.positional(0));
      io.out(io.json ? JSON.stringify({ id, name }) : `Revoked key ${id} (${name}).`);
      return 0;
    }),
});

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandError('--days: give a whole number of days', 2);
}

/** Keys of the API for other programs. */
export const command = commandOf(about, [list, create, revoke]);
