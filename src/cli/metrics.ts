import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';

const about: About = {
  name: 'metrics',
  summary: 'print the figures of the running server',
  text: `Prints figures of the running server in the text format of Prometheus: flights, reports, disk, memory and what is wrong.
To let Prometheus read them, set TRACKER_METRICS_LISTEN.`,
};

const print = form({
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      const text = await operator.readMetrics();
      if (text === null)
        throw new CommandError('No server is running on this data directory, so there are no metrics.');
      io.out(io.json ? JSON.stringify({ metrics: text }) : text.trimEnd());
      return 0;
    }),
});

export const command = commandOf(about, [print]);
