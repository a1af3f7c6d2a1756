import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { Flown } from '../src/cli/flying/flight-run.ts';
import { main } from './flying/served.ts';

async function demo(
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [main, 'demo', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  const [code] = await closed;
  return { code: Number(code), out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

test('the demo flies the recording, reads its PIREP back and ends, also where its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { code, out, err } = await demo([
    '--once',
    '--speed',
    'max',
    '--json',
    '--listen',
    `127.0.0.1:${address.port}`,
  ]);
  taken.close();
  assert.equal(code, 0, err);
  const { variant, baseUrl, positions, receipt } = JSON.parse(out) as Flown;
  assert.equal(variant, 'native');
  assert.notEqual(new URL(baseUrl).port, String(address.port));
  assert.deepEqual(positions, { told: 1248, stored: 1248, repeated: 0, refused: 0 });
  assert.equal(receipt.positions, 1248);
  assert.equal(receipt.fuel_used, null);
  assert.equal(receipt.basis.block_on_at, 'estimated');
  assert.ok((receipt.distance ?? 0) > 4900 && (receipt.distance ?? 0) < 5100);
});

test('a demo that is asked for nonsense says so and does not end well', async () => {
  const { code, out, err } = await demo(['--once', '--speed', 'fast']);
  assert.equal(code, 2);
  assert.match(err, /--speed is a number of at least 1, or max/);
  assert.equal(out, '');
});
