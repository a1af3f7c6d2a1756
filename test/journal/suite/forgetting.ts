import assert from 'node:assert/strict';
import type { Journal } from '../../../src/journal/journal.ts';
import { noon, sampleEvent, sampleFlight, samplePosition } from './samples.ts';
import type { JournalCase } from './world.ts';

/** As the operator's command names her: Ada is also a part of other words, and VMS0007 of a longer ident. */
const ada = {
  pilotId: '7',
  words: ['VMS0007', 'ada@va.example'],
  names: ['Ada'],
  loginHashes: ['digest-of-ada'],
};
/** Bo's address, which ends as Ada's. */
const bo = 'x.ada@va.example';
const dayMs = 24 * 60 * 60 * 1000;
const filed = (endedAt: number) => ({ state: 'filed', endedAt }) as const;

export const forgettingCases: readonly JournalCase[] = [
  {
    name: 'ended flights that are older are forgotten with their reports; the others stay',
    async run(world) {
      const journal = await world.open();
      for (const flight of [1, 2, 3, 4, 5]) await journal.saveFlight(sampleFlight(flight));
      for (const flight of [1, 2, 3]) {
        const { firstNumber } = journal.appendPositions(flight, [samplePosition(0)]);
        // The delivery of 2 has not ended.
        if (flight !== 2) await journal.saveDelivered(flight, firstNumber);
      }
      for (const flight of [1, 2, 3, 5]) await journal.saveFlight(sampleFlight(flight, filed(noon + flight)));
      await journal.forget({ flights: null, audit: null });
      assert.deepEqual(await numbersOf(journal), [5, 4, 3, 2, 1]);
      await journal.forget({ flights: noon + 3, audit: null });
      assert.deepEqual(await numbersOf(journal), [5, 4, 3, 2]);
      // The highest number stays, so that it is not given twice.
      await journal.forget({ flights: noon + 99, audit: null });
      assert.deepEqual(await numbersOf(journal), [5, 4, 2]);
      assert.deepEqual([await journal.readReports(1), await journal.readSealed(1)], [[], null]);
      assert.equal(await journal.readFlight({ pirepId: 'pirep-1' }), null);
      assert.equal((await journal.readReports(2)).length, 1);
      await journal.close();
      assert.ok((await world.open()).nextFlightNumber() > 5);
    },
  },
  {
    name: 'a flight with a change that a cursor has yet to pass stays for three months',
    async run(world) {
      const journal = await world.open();
      for (const flight of [1, 2, 3])
        await journal.saveFlight(sampleFlight(flight, filed(noon)), { kind: 'filed', at: noon });
      await journal.changes.saveCursor('slow', 1);
      await journal.forget({ flights: noon + 1, audit: null });
      assert.deepEqual(await numbersOf(journal), [3, 2]);
      world.clock.set(noon + 91 * dayMs);
      await journal.forget({ flights: noon + 1, audit: null });
      assert.deepEqual(await numbersOf(journal), [3]);
    },
  },
  {
    name: 'old entries of the audit log are forgotten',
    async run(world) {
      const journal = await world.open();
      const entry = { actor: 'operator@cli', action: 'release', subject: 'flight-1', detail: null };
      for (const at of [noon, noon + 1, noon + 2]) await journal.saveAudit({ ...entry, at });
      await journal.forget({ flights: null, audit: noon + 2 });
      assert.deepEqual(await journal.listAudit(10), [{ ...entry, at: noon + 2 }]);
    },
  },
  {
    name: 'an erased pilot is named nowhere; figures and tracks of their flights stay',
    async run(world) {
      const journal = await world.open();
      const said = { notes: 'sounded like my Vespa', log: ['Vespa'], fields: { remark: 'Vespa' } };
      const intent = { kind: 'cancel', at: noon, reason: 'Vespa', to: 'cancelled' } as const;
      const paper = { said, reason: 'Vespa', intent, setAside: 'ada@va.example is away' };
      await journal.saveFlight(sampleFlight(1, paper), { kind: 'cancelled', at: noon });
      await journal.saveFlight(sampleFlight(2, { pilot: { id: '8', ident: 'VMS0008', name: 'Bo' } }));
      // Ids that hold hers.
      const others = ['70', '17'].map((id) => ({ id, ident: `VMS00${id}`, name: 'Cy' }));
      for (const [index, pilot] of others.entries()) await journal.saveFlight(sampleFlight(3 + index, { pilot }));
      await journal.appendPositions(1, [samplePosition(0)]).durable;
      await journal.appendEvents(1, [sampleEvent(1, { message: 'Welcome vms0007' })]).durable;
      await journal.sealFlight(1, {});
      await journal.appendEvents(1, [sampleEvent(2, { message: 'Ada is Adamant', data: { by: 'ADA@va.example' } })])
        .durable;
      await savePeople(journal);
      await journal.erasePilot(ada);
      await journal.scrub();
      await journal.close();
      const again = await world.open();
      const flight = await again.readFlight({ flightId: 'flight-1' });
      assert.deepEqual(flight?.pilot, { id: '7', ident: 'erased', name: 'Erased pilot' });
      assert.deepEqual(flight.plan, sampleFlight(1).plan);
      for (const [index, pilot] of others.entries())
        assert.deepEqual((await again.readFlight({ flightId: `flight-${3 + index}` }))?.pilot, pilot);
      const reports = await again.readReports(1);
      const kept = JSON.stringify([flight, reports, await again.changes.read(0, 10), await again.listAudit(10)]);
      assert.doesNotMatch(kept.replaceAll(bo, ''), /Vespa|VMS0007\b|Ada\b|\bada@/i);
      assert.deepEqual(
        reports.map((report) => (report.kind === 'event' ? report.event.message : 'a position')),
        ['a position', 'Welcome erased', 'erased is Adamant'],
      );
      assert.deepEqual(await audited(again), [
        { actor: 'erased@cli', subject: 'VMS00071', detail: bo },
        { actor: 'erased', subject: 'erased', detail: 'by erased' },
      ]);
      assert.equal(await again.findPilot('VMS0007'), null);
      const { sessions, loginFailures } = again.initial;
      assert.deepEqual(
        [sessions.map(({ pilotId }) => pilotId), loginFailures.map(({ account }) => account)],
        [['8'], ['8']],
      );
      assert.equal((await again.findPilot('VMS0008'))?.name, 'Bo');
    },
  },
  {
    name: 'what an event of a forgotten flight said is gone with it',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      const { firstNumber } = journal.appendEvents(1, [sampleEvent(1)]);
      await journal.saveFlight(sampleFlight(1, filed(noon)));
      await journal.saveDelivered(1, firstNumber);
      await journal.saveFlight(sampleFlight(2));
      await journal.forget({ flights: noon + 1, audit: null });
      assert.deepEqual(await journal.readReports(1), []);
      assert.equal(await journal.hasSealedReport(1, 'event', sampleEvent(1).recordedAt), false);
    },
  },
];

const numbersOf = async (journal: Journal) => (await journal.listFlights({})).map(({ number }) => number);

const audited = async (journal: Journal) =>
  (await journal.listAudit(10)).map(({ actor, subject, detail }) => ({ actor, subject, detail }));

async function savePeople(journal: Journal): Promise<void> {
  const times = { credentialVersion: 'v', createdAt: noon, expiresAt: noon + 1, lifetime: 'normal' } as const;
  for (const [id, ident] of [
    ['7', 'VMS0007'],
    ['8', 'VMS0008'],
  ] as const) {
    await journal.saveSession({ tokenHash: id, pilotId: id, pilotIdent: ident, pilotName: 'Bo', ...times });
    await journal.saveLoginFailure({ at: noon, loginHash: 'x', address: '::1', account: id });
  }
  await journal.saveLoginFailure({ at: noon, loginHash: 'digest-of-ada', address: '::1', account: null });
  await journal.saveAudit({ at: noon, actor: 'VMS0007', action: 'x', subject: 'ada@VA.example', detail: 'by VMS0007' });
  const other = { action: 'x', subject: 'VMS00071', detail: bo };
  await journal.saveAudit({ at: noon, actor: 'vms0007@cli', ...other });
}
