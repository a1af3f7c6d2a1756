import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Application, applicationOf } from '../../build/release/application.ts';
import { packInto, sourcesOf } from '../../build/release/pack.ts';
import { commitOf } from '../../src/lib/version.ts';
import { madeOnce } from '../made-once.ts';

const root = join(import.meta.dirname, '../..');
const name = 'package.tgz';

/**
 * The npm package of the present sources, as a release makes it, and nobody's key: to compile and pack them takes ten seconds
 * of processor time. @returns its file
 */
export async function packedOnce(): Promise<string> {
  const sources = sourcesOf(root).flatMap((each) => [each, `${each}/**/*`, `${each}/**/.*`]);
  const make = async (folder: string) => renameSync(packInto(folder, root), join(folder, name));
  const folder = await madeOnce({
    name: 'package',
    sources: [...sources, 'package-lock.json'],
    also: commitOf(root) ?? '',
    make,
  });
  return join(folder, name);
}

/** The same as `readApplication` gives. */
export async function packedApplication(): Promise<Application> {
  return await applicationOf(root, await packedOnce());
}
