import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { entryOf } from '../bin/program.js';
import { bundleProgram } from '../build/bundle-program.ts';

const root = join(import.meta.dirname, '..');

test('the packages of a start are put together with the program, with their licences; the others stay packages', async (t) => {
  const dist = mkdtempSync(join(tmpdir(), 'tracker-program-'));
  t.after(() => rmSync(dist, { recursive: true }));
  mkdirSync(join(dist, 'cli'));
  writeFileSync(
    join(dist, 'cli/main.js'),
    `import { parse } from 'csv-parse/sync';
    import Fastify from 'fastify';
    import { pino } from 'pino';
    import { Type } from 'typebox';
    import { Compile } from 'typebox/schema';
    const app = Fastify({ logger: false });
    app.get('/', () => '');
    await app.ready();
    pino({ base: null, timestamp: false }).info(app.version);
    console.log(Compile(Type.Object({})).Check({}), parse('a,b'));`,
  );
  await bundleProgram({ modules: dist, program: join(dist, 'program') });
  await bundleProgram({ modules: dist, program: join(dist, 'own-program'), packages: 'of the schemas' });
  const importsOf = (program: string) => {
    const texts = globSync(`${program}/*.js`, { cwd: dist }).map((file) => readFileSync(join(dist, file), 'utf8'));
    return texts.flatMap((each) => [...each.matchAll(/from "([^.][^":]*)";/g)].map(([, name]) => name)).toSorted();
  };
  assert.deepEqual(importsOf('program'), ['csv-parse/sync']);
  assert.deepEqual(importsOf('own-program'), ['csv-parse/sync', 'fastify', 'pino']);
  for (const name of ['fastify', 'find-my-way', 'pino', 'typebox'])
    assert.match(
      readFileSync(join(dist, `program/licences/${name}.txt`), 'utf8'),
      /Permission is hereby granted/,
      name,
    );
  const versions = JSON.parse(readFileSync(join(dist, 'program/packages.json'), 'utf8')) as Record<string, string>;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  assert.ok(versions.fastify !== undefined && versions['find-my-way'] !== undefined);
  for (const [path, version] of Object.entries(versions))
    assert.equal(version, packages[`node_modules/${path}`]?.version, path);
});

test('the program with packages runs while they are those that are installed, else the one without does', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-program-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (file: string, value: object) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(value, null, 2));
  };
  const entry = () => relative(folder, fileURLToPath(entryOf(pathToFileURL(`${folder}/node_modules/va-tracker/`))));
  const whole = 'node_modules/va-tracker/dist/program/main.js';
  const own = 'node_modules/va-tracker/dist/own-program/main.js';
  write('node_modules/va-tracker/dist/program/packages.json', {
    fastify: '5.0.0',
    'fastify/node_modules/deep': '1.0.0',
  });
  assert.equal(entry(), own, 'nothing is installed');
  write('node_modules/fastify/package.json', { version: '5.0.0' });
  write('node_modules/fastify/node_modules/deep/package.json', { version: '1.0.0' });
  assert.equal(entry(), whole, 'npm puts them beside the package');
  write('node_modules/va-tracker/node_modules/fastify/package.json', { version: '5.0.1' });
  assert.equal(entry(), own, 'a newer one is nearer');
  write('node_modules/va-tracker/node_modules/fastify/package.json', { version: '5.0.0' });
  assert.equal(entry(), whole);
  write('node_modules/fastify/node_modules/deep/package.json', { version: '1.0.1' });
  assert.equal(entry(), own);
  write('node_modules/va-tracker/src/cli/main.ts', {});
  assert.equal(entry(), 'node_modules/va-tracker/src/cli/main.ts', 'a checkout');
});
