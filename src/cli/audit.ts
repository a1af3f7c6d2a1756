import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { toInstant, toTable } from './table.ts';

const about: About = {
  name: 'audit',
  summary: 'print the audit log',
  text: 'Prints the newest entries of the audit log: operators’ changes to flights, sessions and the outbox, and flights set aside.',
};

const list = form({
  options: { limit: { value: 'N', about: 'maximum number of entries', default: '50' } },
  async run(given, io) {
    const limit = Number(given.option('limit'));
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
      else
        io.out(
          rows.length === 0
            ? 'The audit log is empty.'
            : toTable(['TIME', 'ACTOR', 'ACTION', 'SUBJECT', 'DETAIL'], rows, io.columns),
        );
      return 0;
    });
  },
});

export const command = commandOf(about, [list]);
