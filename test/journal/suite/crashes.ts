import assert from 'node:assert/strict';
import type { Journal } from '../../../src/journal/journal.ts';
import { sampleFlight, samplePosition } from './samples.ts';
import type { JournalCase } from './world.ts';

export const crashCases: readonly JournalCase[] = [
  {
    name: 'after a crash everything acknowledged is there, and of the rest a beginning, in the order of the writes',
    async run(world) {
      let known = 0;
      let lastNumber = 0;
      for (const acknowledged of [0, 1, 7, 40]) {
        const journal = await world.open();
        const written = await writeOn(journal, known, acknowledged);
        await world.kill();
        const again = await world.open();
        const seqs = await seqsOf(again);
        assert.ok(seqs.length >= written, `${seqs.length} of ${written} are there`);
        assert.deepEqual(
          seqs,
          Array.from(seqs, (_, index) => index),
        );
        // Every position is written before the note that counts it.
        const noted = Number((await again.readNote('written')) ?? 0);
        assert.ok(noted === seqs.length || noted === seqs.length - 1, `${noted} noted, ${seqs.length} there`);
        const { firstNumber } = again.appendPositions(2, [samplePosition(0)]);
        assert.ok(firstNumber > lastNumber, 'a number is never given twice');
        lastNumber = firstNumber;
        known = seqs.length;
        await again.close();
      }
    },
  },
  {
    name: 'a crash takes an ended flight whole or not at all: document, change and seal',
    async run(world) {
      for (const flight of [1, 2, 3, 4]) {
        const journal = await world.open();
        await journal.saveFlight(sampleFlight(flight), { kind: 'started', at: flight });
        await journal.appendPositions(flight, [samplePosition(0), samplePosition(1)]).durable;
        const ended = sampleFlight(flight, { state: 'filed', endedAt: 9 });
        const saved = journal.saveFlight(ended, { kind: 'filed', at: 9 });
        saved.catch(() => undefined);
        if (flight > 2) await saved;
        await world.kill();
        const again = await world.open();
        const isEnded = (await again.readFlight({ flightId: ended.id }))?.state === 'filed';
        if (flight > 2) assert.ok(isEnded, 'acknowledged');
        const changes = (await again.changes.read(0, 100)).filter((change) => change.flight.number === flight);
        assert.equal(changes.at(-1)?.kind, isEnded ? 'filed' : 'started');
        assert.equal((await again.readSealed(flight)) !== null, isEnded);
        assert.equal((await again.readReports(flight)).length, 2);
        await again.close();
      }
    },
  },
  {
    name: 'a crash after each acknowledged write of another kind loses none of them',
    async run(world) {
      const times = { credentialVersion: 'v', createdAt: 1, expiresAt: 2, lifetime: 'normal' } as const;
      const session = { tokenHash: 'a', pilotId: '7', pilotIdent: 'VMS0007', pilotName: 'Ada', ...times };
      const writes: readonly ((journal: Journal) => Promise<void>)[] = [
        (journal) => journal.saveFlight(sampleFlight(1)),
        (journal) => journal.saveSession(session),
        (journal) => journal.appendPositions(1, [samplePosition(0), samplePosition(1)]).durable,
        (journal) => journal.sealFlight(1, { a: 1 }),
        (journal) => journal.saveDelivered(1, 1),
        (journal) => journal.changes.saveCursor('c', 4),
      ];
      for (const write of writes) {
        await write(await world.open());
        await world.kill();
      }
      const journal = await world.open();
      assert.deepEqual(journal.initial.sessions, [session]);
      assert.equal(journal.initial.flights[0]?.delivered, 1);
      assert.deepEqual(journal.initial.flights[0]?.sealed?.progress, { a: 1 });
      assert.equal((await journal.readReports(1)).length, 2);
      assert.equal(await journal.changes.cursor('c'), 4);
    },
  },
];

/** Writes positions one by one, each counted by a note, waits for the first `acknowledged` of them, and returns how many are known to be there. */
async function writeOn(journal: Journal, from: number, acknowledged: number): Promise<number> {
  await journal.saveFlight(sampleFlight(1));
  let done = from;
  for (let seq = from; seq < from + acknowledged + 25; seq++) {
    const { durable } = journal.appendPositions(1, [samplePosition(seq)]);
    const noted = journal.saveNote('written', String(seq + 1));
    for (const each of [durable, noted]) each.catch(() => undefined);
    if (seq >= from + acknowledged) continue;
    await durable;
    done = seq + 1;
  }
  return done;
}

async function seqsOf(journal: Journal): Promise<readonly (number | null)[]> {
  return (await journal.readReports(1)).map((report) => (report.kind === 'position' ? report.position.seq : null));
}
