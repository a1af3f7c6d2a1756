import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Assets, chooseEncoding, openAssets } from './assets.ts';

test('the best encoding that is accepted is chosen', () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000', 'identity'],
    ['BR', 'br'],
  ];
  for (const [accepted, expected] of cases) assert.equal(chooseEncoding(accepted), expected, String(accepted));
  assert.equal(chooseEncoding('gzip, br', 'ground/sea-0-0.webp'), 'identity', 'a picture is compressed already');
});

test('an asset is the same in every encoding', async () => {
  const assets = openAssets();
  for (const path of ['map/main.js', 'pages.css', 'vendor/leaflet.js']) {
    const plain = await assets.read(path, 'identity');
    assert.ok(plain !== null, path);
    const gzip = await assets.read(path, 'gzip');
    const br = await assets.read(path, 'br');
    assert.deepEqual(gunzipSync(gzip?.bytes ?? ''), plain.bytes);
    assert.deepEqual(brotliDecompressSync(br?.bytes ?? ''), plain.bytes);
    assert.match(plain.type, /^text\/(javascript|css); charset=utf-8$/);
  }
  assert.equal(await assets.read('../../../package.json', 'identity'), null);
  assert.equal((await assets.read('ground/sea-0-0.webp', 'identity'))?.type, 'image/webp');
});

test('the version changes with any byte and with any name', () => {
  const version = (files: Record<string, string>) =>
    new Assets(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))).version;
  const contents: Record<string, string>[] = [
    { 'a.js': 'x' },
    { 'a.js': 'y' },
    { 'b.js': 'x' },
    { 'a.js': 'x', 'b.js': 'x' },
  ];
  const versions = contents.map(version);
  assert.equal(new Set(versions).size, 4);
  assert.equal(version({ 'a.js': 'x', 'b.js': 'y' }), version({ 'b.js': 'y', 'a.js': 'x' }));
});
