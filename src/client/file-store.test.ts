import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileStore } from './file-store.ts';
import type { FlightMark, StoredReport } from './report-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
after(() => rm(folder, { recursive: true }));

const mark: FlightMark = { flight_id: 'f1', bid_id: '7', request: { bid_id: '7' }, since: 1 };
const report = (id: number): StoredReport => ({ id, kind: 'position', position: { lat: id, lon: 0, seq: id } });

test('a new store is empty', async () => {
  assert.equal(await fileStore(join(folder, 'none', 'a')).load(), null);
});

test('reports that were appended and not removed are read by the next process, in order', async () => {
  const path = join(folder, 'new', 'flight');
  const store = fileStore(path);
  await store.begin(mark, [report(1)]);
  await Promise.all([store.append(report(2)), store.append(report(3)), store.append(report(4)), store.remove([1, 3])]);
  assert.deepEqual(await fileStore(path).load(), { mark, reports: [report(2), report(4)] });
  assert.equal((await stat(path)).mode & 0o077, 0);
});

test('a line truncated by a crash loses only that report', async () => {
  const path = join(folder, 'cut');
  await fileStore(path).begin(mark, [report(1)]);
  await appendFile(path, '{"report":{"id":2,"ki');
  assert.deepEqual((await fileStore(path).load())?.reports, [report(1)]);
});

test('another flight or a receipt removes everything of the previous one', async () => {
  const path = join(folder, 'again');
  const store = fileStore(path);
  await store.begin(mark, [report(1)]);
  await store.begin({ ...mark, flight_id: 'f2' }, []);
  assert.deepEqual(await store.load(), { mark: { ...mark, flight_id: 'f2' }, reports: [] });
  assert.equal((await readFile(path, 'utf8')).includes('f1'), false);
  await store.clear();
  assert.equal(await store.load(), null);
});
