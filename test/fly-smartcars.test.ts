import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Faults } from '../src/cli/flying/faults.ts';
import { flySmartcars } from '../src/cli/flying/smartcars/flight.ts';
import { smartcarsDialect } from '../src/cli/flying/smartcars/smartcars-dialect.ts';
import { stratosDialect } from '../src/cli/flying/smartcars/stratos-dialect.ts';
import { stratosBelowTracker } from '../src/contracts/stratos/stratos.ts';
import { demoPassword } from '../src/platform/embedded/demo.ts';
import { madeRecording } from './flying/flights.ts';
import { flavours, smartcarsWorld } from './wire/smartcars.ts';

// `tracker fly --contract smartcars3` and `stratos`: emulators of these clients, by their address alone.

const pilot = { login: 'ada@demo-air.example', password: demoPassword };

const stratos = { name: 'stratos', contract: stratosBelowTracker, version: '7' } as const;
const clients = [
  ...flavours.map((flavour) => ({ flavour, dialect: smartcarsDialect })),
  { flavour: stratos, dialect: stratosDialect },
];

for (const { flavour, dialect } of clients) {
  for (const seed of [null, '7', '11']) {
    test(`${flavour.name}: the emulator flies to one PIREP ${seed === null ? 'in calm' : `with faults of seed ${seed}`}`, async () => {
      await using world = await smartcarsWorld(flavour, { requireHttps: false });
      const { server, clock } = world.served.world;
      const faults = seed === null ? null : new Faults(seed, madeRecording.samples.length, 50);
      let sent = 0;
      const flown = await flySmartcars({
        baseUrl: server.url,
        dialect,
        pilot,
        bidId: null,
        recording: madeRecording,
        faults,
        patienceMs: 60_000,
        speed: Number.POSITIVE_INFINITY,
        remark: () => {},
        onProgress: (count) => {
          sent = count;
          clock.set(clock.now() + 5_000);
        },
      });
      const { updates, pirepId, pirep } = flown;
      assert.equal(sent, madeRecording.samples.length);
      assert.deepEqual([updates.sent, updates.acknowledged + updates.lost], [sent, sent]);
      if (seed === null) assert.equal(updates.lost, 0);
      else assert.ok(updates.lost > 0 && (faults?.fired.crash ?? 0) > 0);
      const rows = world.pireps();
      assert.equal(rows.length, 1);
      assert.equal(String(rows[0]?.id ?? rows[0]?.pirepid), pirepId);
      assert.equal(String(pirep?.id ?? pirep?.pirep_id), pirepId);
      const [view] = await world.served.world.tracking.operator.listFlights({});
      assert.ok((view?.positionCount ?? 0) >= updates.acknowledged);
      assert.match(flown.scriptUrl, /(?:smartcars(?:\.php)?|stratos)\/$/);
    });
  }
}
