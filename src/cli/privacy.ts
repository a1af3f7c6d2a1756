import { resolve } from 'node:path';
import { actor } from '../lib/user-name.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';

const about: About = {
  name: 'privacy',
  summary: 'export or erase what is kept of a pilot',
  text: `Exports what Tracker keeps of a pilot, or erases it. PILOT is an ident (VMS0002).

  export  writes flights, reports and sessions of the pilot into a new JSON file
  erase   removes the name, notes and log lines and ends the sessions; figures and tracks stay, without a name

With a phpVMS, the pilot's account and PIREPs are in its own database: see docs/privacy.md.`,
  examples: ['tracker privacy export VMS0002 vms0002.json', 'tracker privacy erase VMS0002 --yes'],
};

const save = form({
  name: 'export',
  positionals: ['PILOT', 'FILE'],
  run(given, io) {
    const file = resolve(given.positional(1));
    return withOperator(io, async (operator) => {
      await operator.savePilotExport(given.positional(0), file);
      io.out(io.json ? JSON.stringify({ file }) : `Written to ${file}.`);
      return 0;
    });
  },
});

const erase = form({
  name: 'erase',
  positionals: ['PILOT'],
  options: { yes: { about: 'confirms: what is erased cannot be brought back' } },
  run(given, io) {
    if (!given.flag('yes')) throw new CommandError('What is erased cannot be brought back. Add --yes to erase it.', 2);
    return withOperator(io, async (operator) => {
      const { erased, remains } = await operator.erasePilot(actor(), given.positional(0));
      io.out(
        io.json ? JSON.stringify({ erased, remains }) : [erased, remains].filter((text) => text !== null).join('\n'),
      );
      return 0;
    });
  },
});

export const command = commandOf(about, [save, erase]);
