import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareNode } from '../../build/release/compare-node.ts';
import { file } from '../../build/release/entry.ts';
import { readNode } from '../../build/release/node-binary.ts';
import { type NodeRecord, nodeRecords, requireRecorded, sha256 } from '../../build/release/node-checksums.ts';
import { platforms } from '../../build/release/platforms.ts';
import { tarball } from '../../build/release/tarball.ts';

const root = join(import.meta.dirname, '../..');

test("the Node of every platform has a record, of the version that is locked, and is Node's own", async (t) => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  for (const { node } of platforms)
    assert.equal(nodeRecords[node]?.version, lock.packages[`node_modules/${node}`]?.version);
  const own = join(root, `node_modules/node-linux-${process.arch}/bin/node`);
  const name = `node-linux-${process.arch}`;
  const version = nodeRecords[name]?.version ?? '';
  const program = readFileSync(own);
  requireRecorded(name, version, program);
  // By a bit.
  program[1_000] = (program[1_000] ?? 0) ^ 1;
  assert.throws(() => requireRecorded(name, version, program), /is not Node's own: [0-9a-f]{64}/);
  assert.throws(() => requireRecorded(name, '99.0.0', program), /has no checksum of node-linux-\w+ 99\.0\.0/);
  assert.throws(() => requireRecorded('node-else', version, program), /has no checksum of node-else/);
  // Also where the npm package is what the lock file names: the lock could name a changed one.
  const folder = mkdtempSync(join(tmpdir(), 'tracker-node-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const bytes = await tarball([file('package/bin/node', 'changed')], 1, '');
  mkdirSync(join(folder, 'cache'));
  writeFileSync(join(folder, `cache/${name}-${version}.tgz`), bytes);
  const { createHash } = await import('node:crypto');
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const packages = { [`node_modules/${name}`]: { version, integrity } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  await assert.rejects(readNode(folder, name, join(folder, 'cache')), /is not Node's own/);
});

test('a record is compared with what Node published: the list, the archive, and the program in it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-node-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const archive = await tarball([file('node-v1/bin/node', 'program')], 1, '');
  const record: NodeRecord = {
    version: '1',
    published: 'node-v1.tar.gz',
    publishedSha256: sha256(archive),
    member: 'node-v1/bin/node',
    programSha256: sha256(Buffer.from('program')),
  };
  assert.match((await compareNode(folder, record)) ?? '', /SHASUMS256\.txt is not there/);
  const sums = join(folder, 'SHASUMS256.txt');
  writeFileSync(sums, `${'0'.repeat(64)}  another.tar.gz\n${record.publishedSha256}  ${record.published}\n`);
  assert.match((await compareNode(folder, record)) ?? '', /node-v1\.tar\.gz is not there/);
  writeFileSync(join(folder, record.published), archive);
  assert.equal(await compareNode(folder, record), null);
  const other = { ...record, programSha256: sha256(Buffer.from('other')) };
  assert.match((await compareNode(folder, other)) ?? '', /has another program/);
  assert.match((await compareNode(folder, { ...record, member: 'elsewhere' })) ?? '', /has no elsewhere/);
  assert.match((await compareNode(folder, { ...record, publishedSha256: '1' })) ?? '', /and Node says: [0-9a-f]{64}/);
  const alone = { ...record, member: null, programSha256: record.publishedSha256 };
  assert.equal(await compareNode(folder, alone), null);
  writeFileSync(join(folder, record.published), 'changed');
  assert.match((await compareNode(folder, record)) ?? '', /is not what SHASUMS256\.txt names/);
});
