import { resolve } from 'node:path';
import { makeSigningKey } from './signing-key.ts';

/** `npm run release:key -- FILE`: a key that signs releases, where `minisign -G -W` is not at hand. */
const [path] = process.argv.slice(2);
const repository = resolve(import.meta.dirname, '../..');
if (path === undefined || resolve(path).startsWith(`${repository}/`)) {
  console.error('Give a path outside the repository: npm run release:key -- FILE');
  process.exit(2);
}
const { publicKey } = makeSigningKey(path);
console.log(`${path} is secret, ${path}.pub is public: ${publicKey.line}`);
