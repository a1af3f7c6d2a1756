import { parseArgs } from 'node:util';
import { type Command, CommandError } from './command.ts';
import { withOperator } from './reach.ts';
import { toInstant, toTable } from './table.ts';

export const command: Command = {
  name: 'audit',
  summary: 'who did what',
  usage: `tracker audit [--limit N] [--json]

The newest entries of the audit log: what operators did to flights, sessions and the outbox, and what was set aside.`,
  async run(args, io) {
    const { values } = parseArgs({ args: [...args], options: { limit: { type: 'string', default: '50' } } });
    const limit = Number(values.limit);
    if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit is a whole number of at least 1.', 2);
    return withOperator(io, async (operator) => {
      const entries = await operator.listAudit(limit);
      const rows = entries.map(({ at, actor, action, subject, detail }) => [
        toInstant(at),
        actor,
        action,
        subject,
        detail,
      ]);
      if (io.json) io.out(JSON.stringify(entries));
      else io.out(rows.length === 0 ? 'Nothing yet.' : toTable(['WHEN', 'WHO', 'WHAT', 'OF', 'DETAIL'], rows));
      return 0;
    });
  },
};
