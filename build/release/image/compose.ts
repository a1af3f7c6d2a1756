import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tagOf } from './image.ts';

const packaging = join(import.meta.dirname, '../../../packaging/image');

/** What starts the image of this version with a volume, secrets and a web server in front. */
export function composeFiles(version: string): ReadonlyMap<string, Buffer> {
  const names = ['compose.yaml', 'compose.several-servers.yaml', 'Caddyfile'];
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(packaging, name), 'utf8').replaceAll('@TAG@', tagOf(version));
      return [name, Buffer.from(text)];
    }),
  );
}
