// alone: it takes long
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Faults } from '../src/cli/flying/faults.ts';
import type { Flown } from '../src/cli/flying/flight-run.ts';
import { builtProgram } from './built-program.ts';
import { assertFigures, assertSumsUp, assertTrackIs, flyFast, made, madeRecording } from './flying/flights.ts';
import { pilot, Served } from './flying/served.ts';

const { main } = await builtProgram();

const whole = ['block-off', 'takeoff', 'landing', 'block-on'];

/** Kills the server, and starts it again, when this many positions were sent. */
function killAt(served: Served, ...moments: number[]) {
  let restarted: Promise<void> = Promise.resolve();
  return {
    onProgress({ sent }: { readonly sent: number }) {
      if (sent < (moments[0] ?? Number.POSITIVE_INFINITY)) return;
      moments.shift();
      restarted = restarted.then(() => served.kill()).then(() => served.start());
      restarted.catch(() => undefined); // thrown by `done`; a flight that failed before is what went wrong
    },
    async done() {
      await restarted;
      assert.deepEqual(moments, []);
    },
  };
}

async function assertCalm(served: Served): Promise<void> {
  const left = await served.left();
  assertTrackIs(left.positions, madeRecording);
  assert.deepEqual(
    left.events.map(({ kind }) => kind),
    whole,
  );
  assert.equal(left.pirepStates.length, 1);
}

function tracker(...args: string[]) {
  return trackerWith({}, ...args);
}

async function trackerWith(environment: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  const [code] = await closed;
  return { code: Number(code), out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

// Each waits more than it works, so they wait together.
suite('processes that are killed', { concurrency: true }, () => {
  test('with the server killed twice under way the track is that of a calm run, and one PIREP', async () => {
    await using served = await Served.open();
    const kills = killAt(served, 100, 250);
    const { receipt } = await flyFast(served, madeRecording, { batchSize: 10, onProgress: kills.onProgress });
    await kills.done();
    assertFigures(receipt);
    await assertCalm(served);
  });

  test('with every fault on and the server killed twice the track is that of a calm run, and one PIREP', async () => {
    await using served = await Served.open();
    const kills = killAt(served, 80, 300);
    const faults = new Faults('7', madeRecording.samples.length, 4);
    const { receipt } = await flyFast(served, madeRecording, { faults, batchSize: 12, onProgress: kills.onProgress });
    await kills.done();
    assert.deepEqual(faults.missing, []);
    assertFigures(receipt);
    await assertCalm(served);
  });

  test('tracker fly, killed twice and run again, goes on where it was', async () => {
    await using served = await Served.open();
    const file = join(served.directory, 'made.jsonl');
    await writeFile(file, made.text);
    const who = ['--login', pilot.login, '--password', pilot.password];
    const what = ['--recording', file, '--state', join(served.directory, 'state.jsonl')];
    const args = ['fly', served.url, ...who, ...what, '--speed', 'max', '--batch', '10'];
    for (const tenth of ['20 %', '50 %']) {
      const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
      const exited = once(child, 'exit');
      for await (const chunk of child.stderr) if (String(chunk).includes(tenth)) break;
      child.kill('SIGKILL');
      await exited;
    }
    const { code, out, err } = await tracker(...args, '--json');
    assert.equal(code, 0, err);
    const flown = JSON.parse(out) as Flown;
    assert.equal(flown.resumed, true);
    assertSumsUp(flown.positions);
    assertFigures(flown.receipt);
    await assertCalm(served);
  });

  test('the demo flies the recording, reads its PIREP back and ends, also where its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    assert.ok(typeof address === 'object' && address !== null);
    const listen = ['--listen', `127.0.0.1:${address.port}`];
    const { code, out, err } = await tracker('demo', '--once', '--speed', 'max', '--json', ...listen);
    taken.close();
    assert.equal(code, 0, err);
    const { variant, baseUrl, positions, receipt } = JSON.parse(out) as Flown;
    assert.equal(variant, 'native');
    assert.match(err, /the live map +http:\/\/127\.0\.0\.1:\d+\/tracker\/\n/);
    assert.notEqual(new URL(baseUrl).port, String(address.port));
    assert.deepEqual(positions, { sent: 1269, stored: 1269, repeated: 0, refused: 0 });
    assert.deepEqual([receipt.positions, receipt.fuel_used, receipt.basis.block_on_at], [1269, 135_390, 'computed']);
    assert.ok((receipt.distance ?? 0) > 4900 && (receipt.distance ?? 0) < 5100);
  });

  test('the demo of version 5 flies the recording through the legacy contract', async () => {
    for (const [more, environment] of [
      [['--phpvms', '5'], {}],
      [[], { TRACKER_EMBEDDED_VERSION: '5' }],
    ] as const) {
      const args = ['demo', '--once', '--speed', 'max', '--json', '--listen', '127.0.0.1:0', ...more];
      const { code, out, err } = await trackerWith(environment, ...args);
      assert.equal(code, 0, err);
      const { variant, positions, receipt, phase } = JSON.parse(out) as Flown;
      assert.deepEqual([variant, positions.sent, positions.stored, phase], ['legacy', 1269, 1269, 'arrived']);
      assert.equal(receipt.fuel_used, 135_390);
    }
  });

  test('while the demo serves aircraft are on the map, and its setup link is not printed where it would be kept', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tracker-demo-test-'));
    const args = [main, 'demo', '--speed', 'max', '--listen', '127.0.0.1:0', '--data', directory];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    let said = '';
    for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      said += String(chunk);
      if (said.includes('Still serving')) break;
    }
    child.stdout.resume();
    assert.match(said, /operator pages +tracker operator link --data /);
    assert.doesNotMatch(said, /welcome/);
    const [, url = ''] = /live map +(http:\S+?)\/tracker\/\n/.exec(said) ?? [];
    const seen = new Set<string>();
    const { body } = await fetch(`${url}/tracker/live/events`);
    for await (const chunk of body ?? []) {
      for (const [callsign] of Buffer.from(chunk)
        .toString()
        .matchAll(/DMO(205|311)/g))
        seen.add(callsign);
      if (seen.size === 2) break;
    }
    child.kill('SIGINT');
    assert.deepEqual(await closed, [0, null]);
    await rm(directory, { recursive: true });
  });

  test('the demo told to stop while it flies ends at once', async () => {
    const args = ['demo', '--speed', '60', '--listen', '127.0.0.1:0'];
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    const closed = once(child, 'close');
    let said = '';
    child.stderr.on('data', (chunk) => {
      if (said === '' && String(chunk).includes('Flying bid')) child.kill('SIGINT');
      said += String(chunk);
    });
    const [code] = await closed;
    assert.equal(code, 130);
    assert.match(said, /Stopped before the flight was over\.\n$/);
    assert.doesNotMatch(said, /No response from/);
  });

  const wrong: readonly (readonly [name: string, args: readonly string[], code: number, message: RegExp])[] = [
    [
      'a demo asked for nonsense',
      ['demo', '--once', '--speed', 'fast'],
      2,
      /--speed must be a number of at least 1, or max/,
    ],
    ['fly without a base URL', ['fly'], 2, /Give one base URL/],
    [
      'fly with a password file that is not there',
      ['fly', 'http://127.0.0.1:9', '--login', 'ada', '--password-file', '/none'],
      2,
      /\/none cannot be read/,
    ],
    ['fly without a pilot', ['fly', 'http://127.0.0.1:9'], 2, /Give the pilot/],
    [
      'fly to where nothing answers',
      ['fly', 'http://127.0.0.1:9', '--login', 'x', '--password', 'canary'],
      3,
      /No response from/,
    ],
  ];
  for (const [name, args, expected, message] of wrong) {
    test(`${name} says so and does not end well`, async () => {
      const { code, out, err } = await tracker(...args);
      assert.equal(code, expected, err);
      assert.match(err, message);
      assert.ok(!err.includes('canary'));
      assert.equal(out, '');
    });
  }
});
