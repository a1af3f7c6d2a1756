import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/decisions/dependencies.md'), 'utf8');
const named = [...page.matchAll(/^(?:\| )?`([^`]+)`|, `([^`]+)`/gm)].map((match) => match[1] ?? match[2]);

test('every dependency has its line in docs/decisions/dependencies.md, and nothing else has', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const used = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
  assert.deepEqual(named.toSorted(), used.toSorted());
});

test('each Node that comes along is the same one, and none is installed where it cannot run', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { optionalDependencies } = read('package.json') as Record<string, Record<string, string>>;
  const nodes = Object.entries(optionalDependencies ?? {}).filter(([name]) => name.startsWith('node-'));
  assert.match(nodes[0]?.[1] ?? '', /^24\.\d+\.\d+$/);
  assert.equal(new Set(nodes.map(([, version]) => version)).size, 1);
  const launcher = readFileSync(join(root, 'bin/tracker.js'), 'utf8');
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { version: string; libc?: readonly string[] }>;
  };
  for (const [name, version] of nodes) {
    assert.ok(launcher.includes(`'${name}'`), `${name} is not known to the launcher`);
    const locked = packages[`node_modules/${name}`];
    assert.equal(locked?.version, version);
    // The package does not say it: on musl `npm ci` would put a Node on the path that cannot start.
    if (name.includes('linux')) assert.deepEqual(locked?.libc, ['glibc'], `${name} in package-lock.json`);
  }
});
