import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { openAssets } from './assets.ts';
import { bundle } from './bundle.ts';

const files: Readonly<Record<string, string>> = {
  'map/main.js': [
    "import { own as renamed, value } from '../a.js';",
    "import './b.js';",
    '/** A comment. */',
    'const local = 1; /** @type {number} */',
    'globalThis.seen.push(renamed(), value, local, import.meta.url);',
    '',
  ].join('\n'),
  'a.js': [
    "import { second } from './map/b.js';",
    '/**',
    ' * Several lines.',
    ' */',
    'const local = 2;',
    'export const value = await Promise.resolve(local + second);',
    'export function own() {',
    '  // Inside.',
    "  return 'http://own' + local;",
    '}',
    '',
  ].join('\n'),
  'map/b.js': "const local = 3;\nglobalThis.seen.push('b');\nexport const second = local;\n",
};

test('a bundle does what its modules do, each once and in order, with their own names and addresses', async () => {
  const text = bundle('map/main.js', (path) => files[path] ?? null);
  assert.doesNotMatch(text, /A comment|Several lines|Inside/);
  const seen: unknown[] = [];
  Object.assign(globalThis, { seen });
  await import(
    `data:text/javascript,${encodeURIComponent(text.replaceAll('import.meta.url', "'https://va.example/x/map/main.bundle.js'"))}`
  );
  assert.deepEqual(seen, ['b', 'http://own2', 5, 1, 'https://va.example/x/map/main.js']);
});

test('a module of another form, or that there is not, is an error', () => {
  const cases = [
    'export default 1;\n',
    "import all from './a.js';\n",
    "export { x } from './a.js';\n",
    "import { x } from './no.js';\n",
  ];
  for (const source of cases)
    assert.throws(
      () => bundle('main.js', (path) => (path === 'main.js' ? source : path === 'a.js' ? '' : null)),
      source,
    );
});

test('the scripts of the pages are bundled whole', async () => {
  const assets = openAssets();
  for (const path of ['map/main.bundle.js', 'flight/main.bundle.js']) {
    const text = (await assets.read(path, 'identity'))?.bytes.toString() ?? '';
    assert.ok(text.includes('class Ground') && text.includes('class Figures'), path);
    assert.doesNotMatch(text, /^(?:import|export)\b/m);
    const { status, stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], { input: text });
    assert.equal(status, 0, `${path}: ${stderr}`);
  }
});
