import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Faults } from '../src/cli/flying/faults.ts';
import { defaultRecording, readRecording } from '../src/cli/flying/recording.ts';
import type { Receipt } from '../src/client/wire-types.ts';
import { assertFigures, assertTrackIs, flyFast, made, madeRecording } from './flying/flights.ts';
import { main, pilot, Served } from './flying/served.ts';

// They wait more than they work, so they wait together.
suite('tracker fly on a server of its own', { concurrency: true }, () => {
  test('the recorded flight is stored point for point, with what was noticed aboard', async () => {
    await using served = await Served.open();
    const recording = await readRecording(defaultRecording);
    const { receipt, positions, repeated } = await flyFast(served, recording);
    assert.deepEqual(positions, { told: 1248, stored: 1248, repeated: 0, refused: 0 });
    assert.equal(repeated, false);
    assert.deepEqual([receipt.basis.block_off_at, receipt.basis.block_on_at], ['computed', 'estimated']);
    assert.equal(receipt.fuel_used, null);
    const left = await served.left();
    assertTrackIs(left.positions, recording);
    assert.deepEqual(
      left.events.map(({ kind }) => kind),
      ['block-off', 'takeoff', 'landing'],
    );
    assert.equal(left.pirepStates.length, 1);
  });

  test('another flight, made by rule, gives its own figures', async () => {
    await using served = await Served.open();
    assertFigures((await flyFast(served, madeRecording)).receipt);
    const left = await served.left();
    assertTrackIs(left.positions, madeRecording);
    assert.deepEqual(
      left.events.map(({ kind }) => kind),
      ['block-off', 'takeoff', 'landing', 'block-on'],
    );
  });

  test('with the server killed twice under way the track is that of a calm run, and one PIREP', async () => {
    await using served = await Served.open();
    const moments = [100, 250];
    let restarted: Promise<void> = Promise.resolve();
    const { receipt } = await flyFast(served, madeRecording, {
      batchSize: 10,
      onProgress: ({ told }) => {
        if (told < (moments[0] ?? Number.POSITIVE_INFINITY)) return;
        moments.shift();
        restarted = restarted.then(() => served.kill()).then(() => served.start());
      },
    });
    await restarted;
    assert.deepEqual(moments, []);
    assertFigures(receipt);
    const left = await served.left();
    assertTrackIs(left.positions, madeRecording);
    assert.equal(left.pirepStates.length, 1);
  });

  test('with every fault on and the server killed twice the track is that of a calm run, and one PIREP', async () => {
    await using served = await Served.open();
    const faults = new Faults('7', madeRecording.samples.length);
    const moments = [80, 300];
    let restarted: Promise<void> = Promise.resolve();
    const { receipt } = await flyFast(served, madeRecording, {
      faults,
      batchSize: 12,
      onProgress: ({ told }) => {
        if (told < (moments[0] ?? Number.POSITIVE_INFINITY)) return;
        moments.shift();
        restarted = restarted.then(() => served.kill()).then(() => served.start());
      },
    });
    await restarted;
    assert.deepEqual(faults.missing, []);
    assertFigures(receipt);
    const left = await served.left();
    assertTrackIs(left.positions, madeRecording);
    assert.deepEqual(
      left.events.map(({ kind }) => kind),
      ['block-off', 'takeoff', 'landing', 'block-on'],
    );
    assert.equal(left.pirepStates.length, 1);
  });

  test('tracker fly, killed twice and run again, goes on where it was', async () => {
    await using served = await Served.open();
    const file = join(served.directory, 'made.jsonl');
    await writeFile(file, made.text);
    const args = [main, 'fly', served.url, '--login', pilot.login, '--password', pilot.password, '--speed', 'max'];
    const options = ['--batch', '10', '--recording', file, '--state', join(served.directory, 'state.jsonl')];
    for (const tenth of ['20 %', '50 %']) {
      const child = spawn(process.execPath, [...args, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
      for await (const chunk of child.stderr) if (String(chunk).includes(tenth)) break;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const child = spawn(process.execPath, [...args, ...options, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const output = await child.stdout.toArray();
    const flown = JSON.parse(Buffer.concat(output).toString()) as { resumed: boolean; receipt: Receipt };
    assert.equal(flown.resumed, true);
    assertFigures(flown.receipt);
    const left = await served.left();
    assertTrackIs(left.positions, madeRecording);
    assert.equal(left.pirepStates.length, 1);
  });
});
