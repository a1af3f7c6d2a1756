import { resolve } from 'node:path';
import { actor } from '../lib/user-name.ts';
import type { Operator } from '../server/operator.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';

const about: About = {
  name: 'program',
  summary: 'update the program of a site that was set up through its folder, or return to the one before',
  text: `For a site that was set up through its folder (on a host without a terminal the operator's page “Program” does the same). \`update\`
takes the packed program that was uploaded into the site's folder, or lies in FROM, when a key that this build knows signed it (or the one
in TRACKER_RELEASE_KEY), and it is whole, for this system, and newer. The version of before stays for \`return\`; where the data were
upgraded since, that restores the copy that was made of them, and --lose agrees to it. A running server ends, and the next request starts
the other version. --place names the private place of the site.`,
  examples: [
    'tracker program --place /home/airline/tracker',
    'tracker program update ./uploads --place /home/airline/tracker',
    'tracker program return --place /home/airline/tracker',
  ],
};

const show = form({
  name: 'show',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      const state = await operator.readProgram();
      io.out(io.json ? JSON.stringify(state) : linesOf(state).join('\n'));
      return 0;
    }),
});

const update = form({
  name: 'update',
  positionals: ['FROM?'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const from = given.positional(0);
      const version = await operator.updateProgram(actor(), from === '' ? null : resolve(from));
      io.out(io.json ? JSON.stringify({ version }) : `The next start takes ${version}.`);
      return 0;
    }),
});

const goBack = form({
  name: 'return',
  options: { lose: { about: 'agree to lose what came since the update, where the data were upgraded' } },
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const version = await operator.returnProgram(actor(), given.flag('lose'));
      io.out(io.json ? JSON.stringify({ version }) : `The next start takes ${version}.`);
      return 0;
    }),
});

export const command = commandOf(about, [show, update, goBack]);

function linesOf({ current, next, uploaded, before }: Awaited<ReturnType<Operator['readProgram']>>): readonly string[] {
  return [
    `This is ${current}.${next === null ? '' : ` The next start takes ${next}.`}`,
    ...uploaded.map(({ name, usable, problem }) =>
      usable === null
        ? `${problem}`
        : `${usable.version} lies in the folder (${name}), signed by the key ${usable.signedBy}. ${usable.data}`,
    ),
    ...(before === null ? [] : [`${before.version} ran before. ${before.problem ?? before.loses ?? ''}`.trimEnd()]),
  ];
}
