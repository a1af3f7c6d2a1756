import { actor } from '../lib/user-name.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { toInstant } from './table.ts';

const about: About = {
  name: 'sessions',
  summary: 'list who is signed in; end sessions',
  text: `Lists who is signed in, and ends sessions. PILOT is an ident (VMS0002), as shown by \`list\`. An open flight continues after the
next login.`,
  examples: ['tracker sessions end VMS0002'],
};

const list = form({
  name: 'list',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      printList(io, await operator.listSessions(), {
        titles: ['PILOT', 'NAME', 'SINCE', 'UNTIL'],
        row: ({ pilot, createdAt, expiresAt }) => [pilot.ident, pilot.name, toInstant(createdAt), toInstant(expiresAt)],
        none: 'Nobody is signed in.',
      });
      return 0;
    }),
});

const end = form({
  name: 'end',
  positionals: ['PILOT?'],
  options: { all: {} },
  async run(given, io) {
    const ident = given.positional(0);
    if ((ident === '') !== given.flag('all'))
      throw new CommandError('Give a pilot: tracker sessions end PILOT, or --all', 2);
    return withOperator(io, async (operator) => {
      const pilotId = ident === '' ? null : findPilot(await operator.listSessions(), ident);
      const count = await operator.endSessions(actor(), pilotId);
      io.out(io.json ? JSON.stringify({ ended: count }) : `${count} ended.`);
      return 0;
    });
  },
});

export const command = commandOf(about, [list, end]);

function findPilot(
  sessions: readonly { readonly pilot: { readonly id: string; readonly ident: string } }[],
  ident: string,
): string {
  const found = sessions.find((session) => session.pilot.ident.toLowerCase() === ident.toLowerCase());
  if (found === undefined) throw new CommandError(`${ident} is not signed in. See: tracker sessions list`);
  return found.pilot.id;
}
