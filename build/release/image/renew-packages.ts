import { join } from 'node:path';
import { readLock, renewLock } from './debian-packages.ts';

/** `npm run release:base`: locks the newest packages of Debian for the images. Do it before each release. */
const root = join(import.meta.dirname, '../../..');
renewLock(['amd64', 'arm64'], join(root, '.cache/debian'));
for (const [architecture, packages] of Object.entries(readLock()))
  for (const { name, version } of packages) console.log(`${architecture} ${name} ${version}`);
