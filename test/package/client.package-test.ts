// needs: nothing
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Application } from '../../build/release/application.ts';
import { clientPackage } from '../../build/release/client-package.ts';
import { readMembers } from '../../build/release/node-binary.ts';
import { packedApplication } from './packed-once.ts';

/** The package of the client alone, as an author of a client gets it. */
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tracker-client-'));
const installed = join(folder, 'node_modules/va-tracker-client');
let application: Application;
let packed: Buffer;

before(async () => {
  application = await packedApplication();
  packed = await clientPackage(application, 0);
  writeFileSync(join(folder, 'client.tgz'), packed);
  for (const [path, bytes] of await readMembers(join(folder, 'client.tgz'))) {
    if (path.endsWith('/')) continue;
    const to = join(installed, path.replace(/^package\//, ''));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes);
  }
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
});
after(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  return stdout;
}

test('it is small, needs no other package, and imports nothing that it does not bring', (t) => {
  t.diagnostic(`${packed.length} bytes`);
  assert.ok(packed.length < 40_000, `${packed.length} bytes`);
  const own = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  assert.equal(own.dependencies ?? own.peerDependencies, undefined);
  for (const name of globSync('**/*.{js,d.ts}', { cwd: join(installed, 'lib') })) {
    const text = readFileSync(join(installed, 'lib', name), 'utf8');
    for (const [, from = ''] of text.matchAll(/(?:^import|\bfrom) ['"]([^'"\n]+)['"]/gm))
      if (!name.startsWith('file-store') || !from.startsWith('node:'))
        assert.ok(existsSync(join(installed, 'lib', dirname(name), from)), `${name} imports ${from}`);
  }
});

test('it is the same bytes each time', async () => {
  assert.deepEqual(await clientPackage(application, 0), packed);
});

test('both of its modules load', () => {
  const program = `import { connectTracker } from 'va-tracker-client';
    import { fileStore } from 'va-tracker-client/file-store'; console.log(typeof connectTracker, typeof fileStore);`;
  assert.equal(run('--input-type=module', '--eval', program).trim(), 'function function');
});

test('each example of its page compiles, as strict as a compiler can be, and for a browser', () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
  assert.ok(examples.length >= 2);
  const names = examples.map((code, index) => {
    writeFileSync(join(folder, `example-${index}.ts`), `${code}\nexport {};\n`);
    return `example-${index}.ts`;
  });
  const options = '--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --skipLibCheck false';
  const target = '--module nodenext --target es2022 --lib es2023,dom --types';
  run(join(root, 'node_modules/typescript/bin/tsc'), ...`${options} ${target}`.split(' '), '', ...names);
});

test('a wrong use of its types does not compile', () => {
  const program = `import { connectTracker, type Bid, type Position } from 'va-tracker-client';
    // @ts-expect-error
    export const bid: Bid['departure']['icao'] = 5;
    // @ts-expect-error
    export const position: Position = { lat: 'north', lon: 0 };
    // @ts-expect-error
    void connectTracker(5);\n`;
  writeFileSync(join(folder, 'wrong.ts'), program);
  const options = '--noEmit --strict --module nodenext --target es2022 --lib es2023,dom --types';
  run(join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), '', 'wrong.ts');
});
