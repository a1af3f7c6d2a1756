import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundleProgram } from '../build/bundle-program.ts';

test('of the packages only that of the schemas is put together with the program', async (t) => {
  const dist = mkdtempSync(join(tmpdir(), 'tracker-program-'));
  t.after(() => rmSync(dist, { recursive: true }));
  mkdirSync(join(dist, 'cli'));
  writeFileSync(
    join(dist, 'cli/main.js'),
    `import Fastify from 'fastify';
    import { Type } from 'typebox';
    import { Compile } from 'typebox/schema';
    console.log(Fastify, Compile(Type.Object({})));`,
  );
  await bundleProgram({ modules: dist, program: join(dist, 'program') });
  const program = globSync('program/*.js', { cwd: dist }).map((file) => readFileSync(join(dist, file), 'utf8'));
  const imported = program.flatMap((text) => [...text.matchAll(/from "([^.][^":]*)";/g)].map(([, name]) => name));
  assert.deepEqual(imported, ['fastify']);
  assert.match(readFileSync(join(dist, 'program/typebox-license.txt'), 'utf8'), /Permission is hereby granted/);
});
