import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { moduleFiles } from '../src/platform/phpvms7/module-files.ts';
import { zip } from './zip.ts';

/** `npm run pack:module [-- FILE]`: the module of phpVMS 7 as a zip for Admin → Addons. */
const target = resolve(process.argv[2] ?? 'Tracker.zip');
const files = moduleFiles().map(({ path, bytes }) => ({ path: `Tracker/${path}`, bytes }));
writeFileSync(target, await zip(files, Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1_000)));
console.log(target);
