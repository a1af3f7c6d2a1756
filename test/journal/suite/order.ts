import assert from 'node:assert/strict';
import type { JournalStats } from '../../../src/journal/journal.ts';
import { sampleEvent, sampleFlight, samplePosition } from './samples.ts';
import type { JournalCase } from './world.ts';

const full = { code: 'journal-full' };

export const orderCases: readonly JournalCase[] = [
  {
    name: 'writes of all kinds take effect in the order in which they were made',
    async run(world) {
      const journal = await world.open();
      const flight = sampleFlight(1);
      void journal.saveFlight(flight);
      journal.appendPositions(1, [samplePosition(0)]);
      void journal.saveFlight({ ...flight, state: 'filing' });
      journal.appendEvents(1, [sampleEvent(1)]);
      void journal.saveNote('n', 'first');
      void journal.saveNote('n', 'second');
      journal.appendPositions(1, [samplePosition(1)]);
      await journal.barrier();
      assert.equal(journal.stats().queuedRows, 0);
      assert.equal((await journal.readFlight({ flightId: flight.id }))?.state, 'filing');
      assert.equal(await journal.readNote('n'), 'second');
      assert.deepEqual(
        (await journal.readReports(1)).map(({ number, kind }) => [number, kind]),
        [
          [1, 'position'],
          [2, 'event'],
          [3, 'position'],
        ],
      );
    },
  },
  {
    name: 'writes wait for others, and are counted once they are stored',
    async run(world) {
      const journal = await world.open({ isPatient: true });
      for (let seq = 1; seq < 32; seq++) journal.appendPositions(1, [samplePosition(seq)]);
      assert.deepEqual(countsOf(journal.stats()), { commits: 0, rows: 0, failures: 0, queuedRows: 31 });
      await journal.appendPositions(1, [samplePosition(0)]).durable;
      assert.deepEqual(countsOf(journal.stats()), { commits: 1, rows: 32, failures: 0, queuedRows: 0 });
    },
  },
  {
    name: 'a full queue refuses at once, takes nothing of it, and gives no number away',
    async run(world) {
      const journal = await world.open({ queueRows: 10, isPatient: true });
      const positions = Array.from({ length: 8 }, (_, seq) => samplePosition(seq));
      const { firstNumber } = journal.appendPositions(1, positions);
      assert.throws(() => journal.appendPositions(1, positions.slice(0, 3)), full);
      assert.throws(() => journal.appendEvents(1, [sampleEvent(1), sampleEvent(2), sampleEvent(3)]), full);
      assert.equal(journal.appendPositions(1, [samplePosition(8)]).firstNumber, firstNumber + 8);
      // An ended flight is a document and a seal: two writes, both or none.
      await assert.rejects(journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: 1 })), full);
      // So are a note and its entry in the audit log.
      const entry = { at: 1, actor: 'operator@cli', action: 'rules-use', subject: '1', detail: null };
      await assert.rejects(journal.saveNote('the', 'tenth', entry), full);
      const last = journal.saveNote('the', 'tenth');
      assert.equal(journal.stats().queuedRows, 10);
      await assert.rejects(journal.saveNote('one', 'more'), (error: Refused) => {
        return error.code === full.code && error.detail.retryAfterS > 0 && /again/.test(error.detail.message);
      });
      await journal.close();
      await last;
      const again = await world.open();
      assert.equal((await again.readReports(1)).length, 9);
      assert.deepEqual([await again.readNote('the'), await again.readNote('one')], ['tenth', null]);
      assert.deepEqual(await again.listAudit(1), []);
    },
  },
  {
    name: 'closing writes what still waits for company, and later writes are refused',
    async run(world) {
      const journal = await world.open({ isPatient: true });
      const { durable } = journal.appendPositions(1, [samplePosition(0)]);
      const closed = journal.close();
      const refused = { code: 'shutting-down' };
      assert.throws(() => journal.appendPositions(1, [samplePosition(1)]), refused);
      assert.throws(() => journal.appendEvents(1, [sampleEvent(1)]), refused);
      await assert.rejects(journal.saveNote('a', 'b'), refused);
      await assert.rejects(journal.saveFlight(sampleFlight(1)), refused);
      await assert.rejects(journal.sealFlight(1, null), refused);
      await closed;
      await durable;
      await journal.close();
      assert.equal((await (await world.open()).readReports(1)).length, 1);
    },
  },
];

interface Refused {
  readonly code: string;
  readonly detail: { readonly message: string; readonly retryAfterS: number };
}

function countsOf({ commits, rows, failures, queuedRows }: JournalStats) {
  return { commits, rows, failures, queuedRows };
}
