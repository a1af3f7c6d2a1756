import assert from 'node:assert/strict';
import type { Journal } from '../../../src/journal/journal.ts';
import { arrivalOf } from '../../../src/tracking/figures/arrival.ts';
import type { Receipt } from '../../../src/tracking/model.ts';
import { noon, sampleFlight, samplePosition } from './samples.ts';
import type { JournalCase } from './world.ts';

const hourMs = 60 * 60 * 1000;

export const paperCases: readonly JournalCase[] = [
  {
    name: 'paperwork comes back after a reopening',
    async run(world) {
      const before = await world.open();
      const number = before.nextFlightNumber();
      await before.saveFlight(sampleFlight(number, { state: 'starting', intent: { kind: 'start', at: noon } }));
      await before.saveDelivered(number, 16);
      await before.saveDelivered(number, 17);
      await before.saveNote('edge', 'abc');
      await before.saveNote('gone', 'abc');
      await before.saveNote('gone', null);
      const entry = { at: noon, actor: 'operator@cli', action: 'release', subject: 'flight-1', detail: null };
      await before.saveAudit(entry);
      await before.saveAudit({ ...entry, action: 'finish', detail: 'why' });
      await before.saveNote('rules', 'in force', { ...entry, action: 'rules-use' });
      await before.close();
      const after = await world.open();
      const flight = sampleFlight(number, { state: 'starting', intent: { kind: 'start', at: noon } });
      assert.deepEqual(after.initial.flights, [{ flight, delivered: 17, sealed: null }]);
      assert.deepEqual([await after.readNote('edge'), await after.readNote('gone')], ['abc', null]);
      assert.equal(await after.readNote('rules'), 'in force');
      const newest = { ...entry, action: 'rules-use' };
      assert.deepEqual(await after.listAudit(10), [newest, { ...entry, action: 'finish', detail: 'why' }, entry]);
      assert.deepEqual(await after.listAudit(1), [newest]);
      assert.ok(after.nextFlightNumber() > number);
    },
  },
  {
    name: 'the audit log is searched, filtered and read page by page',
    async run(world) {
      const journal = await world.open();
      for (let n = 0; n < 25; n++) {
        const [actor, action] = n % 5 === 0 ? ['Grüße_1@web', 'pilot-edit'] : ['operator@cli', 'release'];
        await journal.saveAudit({
          at: noon + n,
          actor,
          action,
          subject: `flight-${n}`,
          detail: n === 7 ? '100 % ÜBER' : n === 8 ? 'Überprüfung: ΑΒΓ' : null,
        });
      }
      const subjects = async (request: Parameters<Journal['pageAudit']>[0]) => {
        const { entries, next } = await journal.pageAudit(request);
        return [entries.map(({ at }) => at - noon), next !== null] as const;
      };
      assert.deepEqual(await subjects({ limit: 3 }), [[24, 23, 22], true]);
      assert.deepEqual(await subjects({ limit: 3, offset: 23 }), [[1, 0], false]);
      assert.deepEqual(await subjects({ limit: 2, isOldestFirst: true, actor: 'grüße_' }), [[0, 5], true]);
      assert.deepEqual(await subjects({ limit: 9, actor: 'GRÜSSE%' }), [[], false]);
      assert.deepEqual(await subjects({ limit: 9, action: 'pilot', since: noon + 5, before: noon + 15 }), [
        [10, 5],
        false,
      ]);
      for (const word of ['% über', 'ÜBER 100', 'flight-7'])
        assert.deepEqual(await subjects({ limit: 9, words: word.split(' ') }), [[7], false], word);
      for (const word of ['überprüfung', 'ÜBERPRÜFUNG', 'Überprüfung', 'αΒγ', 'üFung'])
        assert.deepEqual(await subjects({ limit: 9, words: [word] }), [[8], false], word);
      assert.deepEqual(await subjects({ limit: 9, words: ['uberprufung'] }), [[], false]);
      assert.deepEqual(await subjects({ limit: 9, words: ['_'], before: noon + 1 }), [[0], false]);
      assert.deepEqual([await journal.countAudit({}), await journal.countAudit({ action: 'pilot' })], [25, 5]);
      const read: number[] = [];
      for (let after: number | null | undefined; after !== null; ) {
        const page = await journal.pageAudit({ limit: 10, ...(after === undefined ? {} : { after }) });
        read.push(...page.entries.map(({ at }) => at - noon));
        after = page.next;
      }
      assert.deepEqual(
        read,
        Array.from({ length: 25 }, (_, n) => 24 - n),
      );
    },
  },
  {
    name: 'sessions are replaced and deleted by the digest of their token; failed logins are kept for a day',
    async run(world) {
      const before = await world.open();
      const lifetime = 'normal' as const;
      const pilot = { pilotId: '7', pilotIdent: 'VMS0007', pilotName: 'Ada', credentialVersion: 'v1' };
      const session = { tokenHash: 'aa', ...pilot, createdAt: noon, expiresAt: noon + 1000, lifetime };
      for (const tokenHash of ['aa', 'bb', 'cc', 'dd']) await before.saveSession({ ...session, tokenHash });
      await before.saveSession({ ...session, tokenHash: 'cc', lifetime: 'long', expiresAt: noon + 5000 });
      await before.deleteSessions(['bb', 'dd', 'never there']);
      const failure = { at: noon - 1, loginHash: 'y', address: '::1', account: '7' };
      await before.saveLoginFailure({ at: noon - 25 * hourMs, loginHash: 'x', address: '::1', account: null });
      await before.saveLoginFailure(failure);
      await before.close();
      const after = await world.open();
      const long = { ...session, tokenHash: 'cc', lifetime: 'long', expiresAt: noon + 5000 };
      assert.deepEqual(byHash(after.initial.sessions), [session, long]);
      assert.deepEqual(after.initial.loginFailures, [failure]);
    },
  },
  {
    name: 'flights are found by any of their names, by pilot and by state',
    async run(world) {
      const journal = await world.open();
      await fillFlights(journal);
      const found = async (name: { flightId: string } | { pirepId: string }) =>
        (await journal.readFlight(name))?.number ?? null;
      assert.equal(await found({ flightId: 'flight-2' }), 2);
      assert.equal(await found({ pirepId: 'pirep-2' }), 2);
      assert.equal(await found({ pirepId: 'old-2' }), 2);
      assert.equal(await found({ flightId: 'nobody' }), null);
      assert.equal((await journal.readLastEnded('7'))?.number, 1);
      assert.equal(await journal.readLastEnded('8'), null);
      const listed = async (filter: Parameters<Journal['listFlights']>[0]) =>
        (await journal.listFlights(filter)).map(({ number }) => number);
      assert.deepEqual(await listed({}), [4, 3, 2, 1]);
      assert.deepEqual(await listed({ pilotId: '7', limit: 2 }), [3, 2]);
      assert.deepEqual(await listed({ states: ['open', 'filed'] }), [4, 3, 1]);
      assert.deepEqual(await listed({ endedSince: noon + 901 }), []);
      assert.deepEqual(await listed({ states: ['filed', 'open'], endedSince: noon + 900, pilotId: '7' }), [1]);
      assert.deepEqual(await journal.readFlight({ pirepId: 'pirep-3' }), sampleFlight(3));
    },
  },
  {
    name: 'flights come in pages, newest first, and the pages together are all of them',
    async run(world) {
      const journal = await world.open();
      await fillFlights(journal);
      const page = async (request: Parameters<Journal['pageFlights']>[0]) => {
        const { flights, next } = await journal.pageFlights(request);
        return [flights.map(({ number }) => number), next];
      };
      assert.deepEqual(await page({ limit: 3 }), [[4, 3, 2], 2]);
      assert.deepEqual(await page({ limit: 3, before: 2 }), [[1], null]);
      assert.deepEqual(await page({ limit: 4 }), [[4, 3, 2, 1], 1]);
      assert.deepEqual(await page({ limit: 4, before: 1 }), [[], null]);
      assert.deepEqual(await page({ limit: 9, states: ['filed', 'cancelled'] }), [[2, 1], null]);
      assert.deepEqual(await page({ limit: 9, endedSince: noon + 901 }), [[4, 3], null]);
      assert.deepEqual(await page({ limit: 9, pilotIdent: 'vms0008' }), [[4], null]);
      assert.deepEqual(await page({ limit: 9, departure: 'LSZH', arrival: 'MMUN' }), [[4, 3, 2, 1], null]);
      assert.deepEqual(await page({ limit: 9, departure: 'MMUN' }), [[], null]);
    },
  },
  {
    name: 'a flight is found by the airport where it landed: as filed, else as its reports show it',
    async run(world) {
      const journal = await world.open();
      const airport = (icao: string) => ({ icao, name: null, lat: null, lon: null });
      const landing = { at: noon, rateFpm: null, isRateEstimated: false, elsewhere: airport('EDDF') };
      const air = { takeoffAt: noon, landing };
      const filed = (pirep: Partial<Receipt['pirep']>) =>
        ({ state: 'filed', air, receipt: { pirep: { diversion: null, ...pirep } } as Receipt }) as const;
      await journal.saveFlight(sampleFlight(1, { air }));
      await journal.saveFlight(sampleFlight(2, filed({})));
      await journal.saveFlight(sampleFlight(3, filed({ unlisted: airport('EDDF') })));
      await journal.saveFlight(sampleFlight(4, filed({ diversion: airport('EDDK') })));
      await journal.saveFlight(sampleFlight(5));
      const found = async (arrival: string) => {
        const { flights } = await journal.pageFlights({ limit: 9, arrival });
        return [flights.map(({ number }) => number), flights.map((flight) => arrivalOf(flight).icao)];
      };
      assert.deepEqual(await found('EDDF'), [[3, 1], Array(2).fill('EDDF')]);
      assert.deepEqual(await found('EDDK'), [[4], ['EDDK']]);
      assert.deepEqual(await found('MMUN'), [[5, 2], Array(2).fill('MMUN')]);
    },
  },
  {
    name: 'a pilot is found by ident, in any case, from their newest flight, else their session',
    async run(world) {
      const journal = await world.open();
      const renamed = { id: '7', ident: 'VMS0007', name: 'Ada King' };
      await journal.saveFlight(sampleFlight(1));
      await journal.saveFlight(sampleFlight(2, { pilot: renamed }));
      const times = { credentialVersion: 'v', createdAt: noon, expiresAt: noon, lifetime: 'normal' } as const;
      await journal.saveSession({ tokenHash: 'a', pilotId: '7', pilotIdent: 'VMS0007', pilotName: 'Old', ...times });
      await journal.saveSession({ tokenHash: 'b', pilotId: '9', pilotIdent: 'VMS0009', pilotName: 'Cy', ...times });
      assert.deepEqual(await journal.findPilot('vms0007'), renamed);
      assert.deepEqual(await journal.findPilot('VMS0009'), { id: '9', ident: 'VMS0009', name: 'Cy' });
      assert.equal(await journal.findPilot('VMS0001'), null);
    },
  },
  {
    name: 'only flights that are under way, have an intent or undelivered reports are there at opening',
    async run(world) {
      const journal = await world.open();
      const ended = { state: 'filed', endedAt: noon } as const;
      for (const number of [1, 2, 3, 4]) await journal.saveFlight(sampleFlight(number));
      const numbers = [1, 2].map((flight) => journal.appendPositions(flight, [samplePosition(0)]).firstNumber);
      await journal.saveDelivered(1, numbers[0] ?? 0);
      for (const number of [1, 2]) await journal.saveFlight(sampleFlight(number, ended));
      const intent = { kind: 'cancel', at: noon, reason: null, to: 'cancelled' } as const;
      await journal.saveFlight(sampleFlight(3, { state: 'cancelled', endedAt: noon, intent }));
      await journal.close();
      const again = await world.open();
      assert.deepEqual(liveOf(again), [2, 3, 4]);
      await again.saveDelivered(2, numbers[1] ?? 0);
      await again.close();
      const last = await world.open();
      assert.deepEqual(liveOf(last), [3, 4]);
    },
  },
];

const liveOf = (journal: Journal) => journal.initial.flights.map(({ flight }) => flight.number);

function byHash<T extends { readonly tokenHash: string }>(sessions: readonly T[]): readonly T[] {
  return sessions.toSorted((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1));
}

async function fillFlights(journal: Journal): Promise<void> {
  await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: noon + 900 }));
  await journal.saveFlight(sampleFlight(2, { state: 'open' }));
  await journal.saveFlight(sampleFlight(2, { state: 'cancelled', endedAt: noon + 500, formerPirepIds: ['old-2'] }));
  await journal.saveFlight(sampleFlight(3));
  await journal.saveFlight(sampleFlight(4, { pilot: { id: '8', ident: 'VMS0008', name: 'Bo' } }));
}
