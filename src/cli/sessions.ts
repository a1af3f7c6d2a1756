import { parseArgs } from 'node:util';
import { actor } from './actor.ts';
import { type Command, CommandError } from './command.ts';
import { withOperator } from './reach.ts';
import { toInstant, toTable } from './table.ts';

const usage = `tracker sessions list [--json]
tracker sessions end PILOT | --all

Who is signed in. PILOT is an ident (VMS0002) as \`list\` shows it. An open flight goes on after the next login.

Example
  tracker sessions end VMS0002`;

export const command: Command = {
  name: 'sessions',
  summary: 'who is signed in; end their sessions',
  usage,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { all: { type: 'boolean' } },
    });
    const [action = 'list', ident] = positionals;
    return withOperator(io, async (operator) => {
      const sessions = await operator.listSessions();
      if (action === 'list') {
        const rows = sessions.map(({ pilot, createdAt, expiresAt }) => [
          pilot.ident,
          pilot.name,
          toInstant(createdAt),
          toInstant(expiresAt),
        ]);
        if (io.json) io.out(JSON.stringify(sessions));
        else io.out(rows.length === 0 ? 'Nobody is signed in.' : toTable(['PILOT', 'NAME', 'SINCE', 'UNTIL'], rows));
        return 0;
      }
      if (action !== 'end') throw new CommandError(`There is no "sessions ${action}". See: tracker sessions --help`, 2);
      const pilotId = values.all === true ? null : findPilot(sessions, ident);
      const count = await operator.endSessions(actor(), pilotId);
      io.out(io.json ? JSON.stringify({ ended: count }) : `${count} ended.`);
      return 0;
    });
  },
};

function findPilot(
  sessions: readonly { readonly pilot: { readonly id: string; readonly ident: string } }[],
  ident: string | undefined,
): string {
  if (ident === undefined) throw new CommandError('Whose? Write: tracker sessions end PILOT, or --all', 2);
  const found = sessions.find((session) => session.pilot.ident.toLowerCase() === ident.toLowerCase());
  if (found === undefined) throw new CommandError(`${ident} is not signed in. See: tracker sessions list`);
  return found.pilot.id;
}
