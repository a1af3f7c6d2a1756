import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { edgeSource } from '../src/platform/phpvms5/edge-files.ts';

/** A file of version 5's edge that knows no platform, as version 7's module has it. */
export function platformlessPhp(name: string): string {
  const text = readFileSync(join(edgeSource, name), 'utf8');
  return text.replace('<?php\n', `<?php\n// Made by npm run generate from ${name} of phpVMS 5's edge.\n`);
}
