import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleEvent } from '../../../test/journal/suite/samples.ts';
import type { MysqlSession } from '../../lib/mysql.ts';
import { eventText } from '../event-row.ts';
import { Tails } from '../tails.ts';
import type { Hosts } from './hosts.ts';
import type { PartitionState } from './partition-state.ts';
import { MysqlReports } from './report-reader.ts';

test('reports that are sealed after the snapshot was taken are read from it as rows', async () => {
  const body = Buffer.from(eventText(sampleEvent(1)));
  const tails = new Tails();
  tails.add(1, 5, 3);
  const session: Pick<MysqlSession, 'rows'> = {
    async rows(sql, values = []) {
      if (sql.includes('FROM chunks')) {
        // They are in a chunk from now on, which this snapshot does not show.
        tails.cut(1, 7);
        return [];
      }
      return [...new Set(values.slice(1))].map((number) => ({ number, flight: 1, is_event: 1, body }));
    },
  };
  const hosts = { reading: (task: (one: typeof session) => unknown) => task(session) };
  const reports = new MysqlReports(
    hosts as unknown as Hosts,
    { partition: 0, tails, texts: {} } as unknown as PartitionState,
  );
  assert.deepEqual(
    (await reports.read(1, 0, 10)).map(({ number }) => number),
    [5, 6, 7],
  );
});
