import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { file } from '../../build/release/entry.ts';
import { packProgram } from '../../build/release/packed-program.ts';
import { system } from './packed-program.ts';

/** The account of the site, where the test is root. */
export const nobody = process.getuid?.() === 0 ? 65_534 : null;

/** A program that proves itself as the server, without a database. */
export function packSmallServer(version: string) {
  const launcher = `#!/bin/sh\ncd "$(dirname "$0")" && exec ./node/bin/node server.cjs "$3" </dev/null >/dev/null 2>&1 &\n`;
  const entries = [
    file('tracker', launcher, true),
    file('node/bin/node', `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, true),
    file('server.cjs', readFileSync(join(import.meta.dirname, 'small-server.cjs'))),
    file('bin/app.cjs', readFileSync(join(import.meta.dirname, '../../bin/app.cjs'))),
    file('package.json', JSON.stringify({ version })),
  ];
  return packProgram({ version, system, data: { 'journal.sqlite': 1 } }, entries);
}

/** Gives a folder with all in it to the account of PHP. */
export const own = (path: string) => {
  if (nobody === null) return;
  chownSync(path, nobody, nobody);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name));
};
