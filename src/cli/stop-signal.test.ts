import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { stopSignal } from './stop-signal.ts';

const module = new URL('./stop-signal.ts', import.meta.url).href;
/** A program that stops only once it reads "go on". */
const program = `
  const { stopSignal } = await import(${JSON.stringify(module)});
  const idle = setInterval(() => undefined, 60_000);
  const stop = stopSignal();
  console.log('ready');
  await stop;
  setImmediate(() => console.log('stopping'));
  for await (const line of process.stdin) if (String(line).includes('go on')) break;
  clearInterval(idle);
  console.log('finished');
`;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} twice: the orderly stop is completed`, { timeout: 30_000 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    let said = '';
    for await (const part of child.stdout.setEncoding('utf8')) {
      said += part;
      if (said.endsWith('ready\n')) child.kill(signal);
      if (!said.endsWith('stopping\n')) continue;
      child.kill(signal);
      child.stdin.end('go on');
    }
    assert.deepEqual(await closed, [0, null]);
    assert.equal(said, 'ready\nstopping\nfinished\n');
  });
}

test('a process that waits for a signal many times has one listener for each', () => {
  const before = process.listenerCount('SIGTERM');
  for (let times = 0; times < 20; times++) void stopSignal();
  assert.ok(process.listenerCount('SIGTERM') <= before + 1);
});
