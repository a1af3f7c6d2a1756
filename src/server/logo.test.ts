import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { ManualClock } from '../../test/manual-clock.ts';
import { drawFlight } from '../web/picture/draw.ts';
import type { FlightPicture } from '../web/picture/flight-picture.ts';
import { readFont } from '../web/picture/font.ts';
import { logoOf, logoReader } from './logo.ts';

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([200, 30, 90]))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** The beginning of a JPEG, 300 by 100 pixels. */
const jpeg = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc4, 0, 3, 0, 0xff, 0xc0, 0, 11, 8, 0, 100, 1, 44, 1, 1, 0x11, 0],
]);

test('PNG and JPEG of a usual size are drawn; other files, and those that are cut or huge, are not', () => {
  const cases: readonly (readonly [bytes: Buffer, ratio: number | null])[] = [
    [png(120, 40), 3],
    [jpeg, 3],
    [png(2_001, 1), null],
    [png(0, 10), null],
    [png(120, 40).subarray(0, 20), null],
    [jpeg.subarray(0, 16), null],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), null],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
    [Buffer.from('GIF89a'), null],
    [Buffer.alloc(0), null],
  ];
  for (const [bytes, ratio] of cases)
    assert.equal(logoOf(bytes)?.ratio ?? null, ratio, bytes.toString('latin1', 0, 30));
});

test('a logo is read once in ten minutes, from public addresses or named networks; without one a picture has none', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/large.png') response.end(Buffer.concat([png(10, 10), Buffer.alloc(300_000)]));
    else response.writeHead(request.url === '/gone.png' ? 404 : 200).end(png(10, 10));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await using opened = new AsyncDisposableStack();
  opened.use(server);
  const { port } = server.address() as AddressInfo;
  const clock = new ManualClock(0);
  const read = logoReader(['127.0.0.1'], clock);
  const at = (name: string) => `http://127.0.0.1:${port}/${name}`;
  assert.equal((await read(at('logo.png')))?.ratio, 1);
  assert.equal((await read(at('logo.png')))?.ratio, 1);
  assert.deepEqual(asked, ['/logo.png']);
  for (const name of ['gone.png', 'large.png']) assert.equal(await read(at(name)), null, name);
  assert.equal(await logoReader([], clock)(at('logo.png')), null, 'an address of this machine');
  await clock.advance(600_000);
  assert.equal((await read(at('logo.png')))?.ratio, 1);
  assert.equal(asked.length, 4);
});

test('where no answer came it is asked for again after half a minute, not after ten', async () => {
  const answers = [503, 200];
  const server = createServer((_, response) => response.writeHead(answers.shift() ?? 500).end(png(10, 10)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await using opened = new AsyncDisposableStack();
  opened.use(server);
  const clock = new ManualClock(0);
  const read = logoReader(['127.0.0.1'], clock);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`;
  assert.deepEqual([await read(url), await read(url), answers.length], [null, null, 1]);
  await clock.advance(30_000);
  assert.equal((await read(url))?.ratio, 1);
  await clock.advance(300_000);
  assert.equal((await read(url))?.ratio, 1, 'it is kept');
});

test('a picture has the logo on white beside the name of the airline', async () => {
  const require = createRequire(import.meta.url);
  const [regular, bold] = ['regular', 'bold'].map((weight) =>
    readFileSync(join(import.meta.dirname, `../web/picture/fonts/inter-${weight}.otf`)),
  ) as [Buffer, Buffer];
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const end = { icao: 'LSZH', name: null, place: null, time: null };
  const picture: FlightPicture = {
    airline: 'Demo Air',
    color: '#123456',
    callsign: 'DMO1',
    aircraft: '',
    state: 'Diverted, planned MMMM',
    day: '2026-09-28',
    isUnderWay: false,
    departure: end,
    arrival: end,
    figures: [],
    track: [],
  };
  const pixelsOf = (logo: FlightPicture['logo']) => {
    const svg = drawFlight({ regular: readFont(regular), bold: readFont(bold) }, { ...picture, logo: logo ?? null });
    assert.doesNotMatch(svg, /…/, 'no line is cut');
    const { width, pixels } = new Resvg(svg, {
      font: { fontBuffers: [regular, bold], loadSystemFonts: false },
    }).render();
    return (x: number, y: number) => [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
  };
  const [band, red, white] = [
    [0x12, 0x34, 0x56],
    [200, 30, 90],
    [255, 255, 255],
  ];
  const [plain, branded] = [pixelsOf(null), pixelsOf(logoOf(png(90, 30)))];
  assert.deepEqual([plain(20, 42), branded(20, 42)], [band, band]);
  assert.deepEqual(branded(100, 42), red);
  assert.deepEqual([branded(44, 42), branded(200, 42)], [white, band]);
});
