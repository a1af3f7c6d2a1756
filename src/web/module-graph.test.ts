import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAssets } from './assets.ts';
import { modulesOf } from './module-graph.ts';

test('all modules of a script are found, once each, circles included', () => {
  const files: Readonly<Record<string, string>> = {
    'map/main.js': "import '../a.js';\nimport { b,\n  c } from './b.js';\nconst text = \"import './no.js'\";",
    'a.js': "export { x } from './map/b.js';\nawait import(`./later.js`);",
    'map/b.js': "import './main.js';\nimport '../missing.js';\nimport 'package';",
    'map/no.js': '',
    'later.js': '',
  };
  assert.deepEqual(modulesOf('map/main.js', (path) => files[path] ?? null).toSorted(), ['a.js', 'map/b.js']);
});

test('the pages name every module that they load', () => {
  const assets = openAssets();
  for (const page of ['map/main.js', 'flight/main.js']) {
    const modules = assets.modulesOf(page);
    assert.ok(modules.includes('texts/en.js') && modules.includes('visitor.js'), page);
    assert.ok(modules.every((path) => path.endsWith('.js')));
  }
});
