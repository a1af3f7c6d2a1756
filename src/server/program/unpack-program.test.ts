import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { file } from '../../../build/release/entry.ts';
import { packProgram } from '../../../build/release/packed-program.ts';

/** Unpacks in a process that may write no larger file than its limit, as one with a full disk, and prints what was thrown. */
const program = `
import { findUploaded, PackedParts } from ${JSON.stringify(join(import.meta.dirname, 'packed-parts.ts'))};
import { unpackProgram } from ${JSON.stringify(join(import.meta.dirname, 'unpack-program.ts'))};
process.on('SIGXFSZ', () => undefined);
const [upload, programs] = process.argv.slice(-2);
using packed = new PackedParts(findUploaded(upload)[0]);
await unpackProgram(packed, programs).catch((error) => console.log(error.name + ': ' + error.message));
`;

test('where a write is refused for want of room, at whatever file, nothing is left of the program', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-room-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [upload, programs] = [join(folder, 'upload'), join(folder, 'program')];
  for (const path of [upload, programs]) mkdirSync(path);
  const entries = [100, 300, 700].map((kilobytes) => file(`a${kilobytes}`, Buffer.alloc(kilobytes * 1_024, 'x'), true));
  const { parts } = packProgram({ version: '99.0.0', system: 'linux-x64', data: {} }, entries);
  writeFileSync(join(upload, 'program-linux-x64.part1'), parts[0] ?? '');
  const script = join(folder, 'unpack.ts');
  writeFileSync(script, program);
  for (const [blocks, expected] of [
    [100, /^ProgramRoomError: The disk or the quota of this account is full\. Nothing half-made was left/],
    [400, /^ProgramRoomError/],
    [1_000, /^ProgramRoomError/],
    [4_000, /^$/],
  ] as const) {
    const words = ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, script, upload, programs];
    const { stdout, stderr } = spawnSync('sh', words, { encoding: 'utf8' });
    assert.match(stdout, expected, `${blocks}: ${stderr}`);
    assert.deepEqual(readdirSync(programs), blocks === 4_000 ? ['99.0.0'] : [], `${blocks}`);
  }
});
