import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flyCore } from '../src/cli/flying/core/flight.ts';
import { Faults } from '../src/cli/flying/faults.ts';
import { kits } from '../src/conform/kits.ts';
import { openConformServer } from './conform/server.ts';
import { madeRecording } from './flying/flights.ts';

// `tracker fly --contract phpvms7-core`: a client of phpVMS 7's API, by its base URL and its key alone.

for (const seed of [null, '7', '11']) {
  for (const place of ['', '/api/tracker/core']) {
    test(`from "${place}" it flies to one PIREP ${seed === null ? 'in calm' : `with faults of seed ${seed}`}`, async () => {
      await using server = await openConformServer('7');
      const core = kits.find(({ contract }) => contract === 'phpvms7-core') ?? assert.fail();
      const { pilot } = server.pilotsOf(core);
      const apiKey = 'apiKey' in pilot ? pilot.apiKey : assert.fail();
      const { samples } = madeRecording;
      const faults = seed === null ? null : new Faults(seed, samples.length, 50);
      let sent = 0;
      const flown = await flyCore({
        baseUrl: server.url + place,
        apiKey,
        bidId: null,
        recording: madeRecording,
        faults,
        patienceMs: 60_000,
        speed: Number.POSITIVE_INFINITY,
        batchSize: 10,
        remark: () => {},
        onProgress: (count) => {
          sent = count;
        },
      });
      assert.equal(sent, samples.length);
      assert.equal(flown.points.sent, samples.length);
      if (seed !== null) assert.ok((faults?.fired.crash ?? 0) > 0 && (faults?.fired['lost-answer'] ?? 0) > 0);
      const { pirep } = flown;
      assert.ok(pirep.state === 1 || pirep.state === 2);
      const read = async <T>(path: string): Promise<readonly T[]> => {
        const response = await fetch(`${server.url}/api/${path}`, { headers: { 'x-api-key': apiKey } });
        return ((await response.json()) as { data: readonly T[] }).data;
      };
      const pireps = await read<{ id: string }>('user/pireps');
      assert.deepEqual(
        pireps.map(({ id }) => id),
        [pirep.id],
      );
      const points = await read<{ lat: number }>(`pireps/${pirep.id}/acars/position`);
      assert.equal(points.length, samples.length, 'each point is there once');
    });
  }
}
