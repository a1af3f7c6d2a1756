import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { builtProgram } from './built-program.ts';
import { freePort } from './hosts/ports.ts';
import { until } from './until.ts';

const { launcher } = await builtProgram();
/** More than a pipe and what lies before it hold. */
const lines = 400;
const path = `/api/tracker/${'x'.repeat(4_000)}`;

for (const reads of ['never', 'once it is told to stop'] as const) {
  test(`a server whose output is full ends when told, read ${reads}`, { timeout: 120_000 }, async (t) => {
    const data = mkdtempSync(join(tmpdir(), 'tracker-unread-'));
    t.after(() => rmSync(data, { recursive: true }));
    const port = await freePort();
    const words = ['serve', '--data', data, '--listen', `127.0.0.1:${port}`];
    const env = { ...process.env, TRACKER_LOG_LEVEL: 'debug' };
    const child = spawn(process.execPath, [launcher, ...words], { stdio: ['ignore', 'pipe', 'ignore'], env });
    t.after(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const status = () => fetch(`http://127.0.0.1:${port}/api/tracker/status`);
    await until(async () => (await status().catch(() => null))?.ok === true, { withinMs: 40_000 });
    for (let count = 0; count < lines; count++) await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    let said = '';
    child.kill('SIGTERM');
    if (reads !== 'never') for await (const part of child.stdout) said += String(part);
    assert.deepEqual(await exited, [0, null]);
    if (reads === 'never') return;
    assert.equal(said.split('xxxx"').length, lines + 1, 'every line is there');
    assert.match(said, /stopping/);
  });
}

test('lines that nobody reads are kept up to a limit, and those that are read are whole', async () => {
  const written = 20_000;
  const output = join(import.meta.dirname, '../src/lib/log-output.ts');
  const program = `import { openLogOutput } from ${JSON.stringify(output)};
    const output = openLogOutput();
    for (let line = 0; line < ${written}; line++) output.write(line + ' ' + 'x'.repeat(1_000) + '\\n');
    process.stderr.write('written');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child.stderr, 'data');
  const read = (await text(child.stdout)).trimEnd().split('\n');
  assert.ok(read.length > 8_000 && read.length < written, String(read.length));
  for (const [index, line] of read.entries()) assert.equal(line, `${index} ${'x'.repeat(1_000)}`);
});
