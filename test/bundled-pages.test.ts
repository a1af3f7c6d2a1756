import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { bundlePages } from '../build/bundle-pages.ts';
import { openAssets } from '../src/web/assets.ts';
import { bundledPages } from './bundled-pages.ts';
import { WebWorld } from './web-world.ts';

/** How many bundles of its own a page loads when it is seen already. */
const lateParts = new Map([
  ['map/main.js', 4],
  ['map/chosen/main.js', 1],
  ['replay/main.js', 3],
]);

const source = join(import.meta.dirname, '../src/web/browser');

test('in the package every page has one script, and the same modules give the same bytes', async (t) => {
  const folder = await bundledPages();
  const again = mkdtempSync(join(tmpdir(), 'tracker-pages-'));
  t.after(() => rmSync(again, { recursive: true }));
  cpSync(source, again, { recursive: true });
  await bundlePages(again);
  const scripts = openAssets(source).paths.filter((path) => /(?:\/main|-worker)\.js$|^texts\/\w+\.js$/.test(path));
  assert.ok(scripts.length > 8);
  for (const path of scripts) {
    const text = readFileSync(join(folder, path), 'utf8');
    const { module, errors } = parseSync(path, text);
    assert.deepEqual([errors, module.staticImports], [[], []], path);
    // Of the visitor's language, at most; the maps have their later parts beside it, each loaded after the first aircraft.
    assert.ok(
      module.dynamicImports.length <= (lateParts.get(path) ?? 0) + 1,
      `${path}: ${module.dynamicImports.length}`,
    );
    assert.equal(readFileSync(join(again, path), 'utf8'), text, path);
  }
});

test('what the map needs before its first aircraft weighs at most 80 kB over the wire', async () => {
  const assets = openAssets(await bundledPages());
  const loaded = ['pages.css', 'choices.css', 'map/map.bundle.css', 'vendor/leaflet.js', 'map/main.js', 'texts/de.js'];
  let bytes = 0;
  for (const path of loaded) bytes += (await assets.read(path, 'br'))?.bytes.length ?? Number.NaN;
  assert.ok(bytes > 50_000 && bytes <= 80_000, `${bytes} bytes`);
});

test('every asset is served under its path, and none is taken for a call of a contract', async () => {
  await using pages = await WebWorld.open();
  for (const path of openAssets().paths) {
    const { statusCode, headers } = await pages.get(`/tracker/assets/x/${path}`);
    assert.equal(statusCode, 200, path);
    assert.equal(headers['cache-control'], 'no-cache', path);
  }
});
