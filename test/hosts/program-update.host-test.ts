// needs: minisign
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Entry, file } from '../../build/release/entry.ts';
import { makeSigningKey, signatureOf } from '../../build/release/signing-key.ts';
import { connectTracker } from '../../src/client/client.ts';
import { dataFormats } from '../../src/server/data-formats.ts';
import { pilot, readLeft, seedDirectory } from '../flying/served.ts';
import { ServerProcess } from '../server-process.ts';
import { until } from '../until.ts';
import { packQuickly, programOf, system, writeParts } from './packed-program.ts';
import { findPart, minisignPart } from './parts.ts';

const [old, next] = ['98.0.0', '99.0.0'];
const data = Object.fromEntries(dataFormats.map(({ file: name, newest }) => [name, newest]));

/** The present sources as a program of that version, with the Node that runs the test. */
async function programEntries(version: string): Promise<readonly Entry[]> {
  const release = { version, released: '2024-04-06', summary: '', changes: [], data };
  const node = file('node/bin/node', `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, true);
  return [...(await programOf(version)), node, file('version.json', JSON.stringify(release))];
}

function unpack(folder: string, entries: readonly Entry[]): void {
  for (const { path, content } of entries) {
    if (!('bytes' in content)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content.bytes);
  }
}

test('a flight in the air goes on while its server is updated from the browser’s upload, and back: one PIREP, each position once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-update-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [place, upload] = [join(folder, 'place'), join(folder, 'upload')];
  const dataDirectory = join(place, 'data');
  for (const path of [place, dataDirectory]) mkdirSync(path, { mode: 0o700 });
  unpack(join(place, 'program', old), await programEntries(old));
  writeFileSync(join(place, 'program.txt'), `${old}\n`);
  await seedDirectory(dataDirectory);
  const key = makeSigningKey(join(folder, 'key'));
  const env = {
    TRACKER_DATA: dataDirectory,
    TRACKER_RELEASE_KEY: key.publicKey.line,
    TRACKER_REQUIRE_HTTPS: 'false',
  };
  const programFile = () =>
    join(place, 'program', readFileSync(join(place, 'program.txt'), 'utf8').trim(), 'dist/program/main.js');
  const command = (...words: readonly string[]) => {
    const done = spawnSync(process.execPath, [programFile(), 'program', ...words, '--json'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    assert.equal(done.status, 0, `${done.stdout}${done.stderr}`);
    return JSON.parse(done.stdout) as Readonly<Record<string, unknown>>;
  };
  await using first = await ServerProcess.open({ env, program: [programFile(), 'serve'] });
  const { port } = first;
  const client = await connectTracker(`http://127.0.0.1:${port}/`);
  await client.login(pilot);
  const [bid] = await client.listBids();
  const flight = await client.startFlight({ bid_id: bid?.id ?? assert.fail() });
  const report = (index: number) => flight.report({ lat: 47 + index / 1000, lon: 8.5, gs: 12, on_ground: true });
  for (const index of [1, 2, 3]) await report(index);
  await flight.delivered();

  const packed = packQuickly({ version: next, system, data }, await programEntries(next), 2_000_000);
  writeParts(upload, packed);
  const comment = `timestamp:1\tfile:program-${system}\tversion:${next}`;
  const signature = join(upload, `program-${system}.sig`);
  writeFileSync(signature, signatureOf(packed.head, comment, key));
  const head = join(folder, 'head');
  writeFileSync(head, packed.head);
  const [minisign = ''] = findPart(minisignPart);
  const said = spawnSync(minisign, ['-V', '-m', head, '-x', signature, '-P', key.publicKey.line], { encoding: 'utf8' });
  assert.equal(said.status, 0, said.stderr);
  assert.deepEqual(command('update', upload), { version: next });
  await until(() => !first.isRunning);
  assert.match(first.output, /another version of the program takes over/);
  for (const index of [4, 5]) await report(index);
  await using second = await ServerProcess.open({ env, port, program: [programFile(), 'serve'] });
  await flight.delivered();
  const now = command('show');
  assert.deepEqual([now.current, now.next, now.before], [next, null, { version: old, loses: null, problem: null }]);

  assert.deepEqual(command('return'), { version: old });
  await until(() => !second.isRunning);
  await report(6);
  await using third = await ServerProcess.open({ env, port, program: [programFile(), 'serve'] });
  await flight.delivered();
  assert.equal(command('show').current, old);
  assert.equal(flight.counts.stored, 6);
  const { receipt } = await flight.finish();
  const view = await client.readFlight(flight.flightId ?? '');
  assert.equal(view?.pirep_id, receipt.pirep_id);
  await third.end('SIGTERM');
  const { positions, pirepStates } = await readLeft(dataDirectory);
  assert.deepEqual([positions.length, new Set(positions.map(({ lat }) => lat)).size, pirepStates.length], [6, 6, 1]);
});
