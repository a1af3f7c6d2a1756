import { at, expectEqual, expectStatus, LeftOut } from '../expect.ts';
import { fileIt } from './prefile.ts';
import type { CoreCheck, CoreScene, Row } from './scene.ts';

export const point = {
  lat: 41.5,
  lon: -73.25,
  altitude: 12000,
  altitude_msl: 12000,
  heading: 255,
  gs: 320.4,
  vs: -12.5,
  status: 'ENR',
  fuel: 8000,
};

export async function report(scene: CoreScene, id: string, ...positions: readonly object[]) {
  return scene.ask('POST', `pireps/${id}/acars/position`, { positions });
}

export function track(scene: CoreScene, id: string): Promise<readonly Row[]> {
  return scene.readTrack(id);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const instantOf = ({ created_at: at }: Row) => Date.parse(String(at));

/** What is kept of a point: its values, its time, its id. */
export const pointChecks: readonly CoreCheck[] = [
  {
    id: 'position/values',
    requires: 'What a point says is read again: place, heights, speeds, heading, fuel in pounds, phase.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const sent = { ...point, heading: 255, gs: 320, vs: -12, ias: 250, altitude_agl: 11_500, transponder: 2200 };
        expectStatus(await report(scene, id, sent), 200);
        const [row] = await track(scene, id);
        const seen: Row = { ...row, fuel: at(row, 'fuel.lbs') ?? row?.fuel };
        for (const name of ['lat', 'lon', 'heading', 'gs', 'vs', 'ias', 'altitude_msl', 'altitude_agl'] as const)
          expectEqual(name, Math.round(Number(seen[name]) * 100) / 100, sent[name]);
        expectEqual('fuel', Math.round(Number(seen.fuel)), sent.fuel);
        expectEqual('transponder', Number(seen.transponder), sent.transponder);
        expectEqual('status', seen.status, sent.status);
      }),
  },
  {
    id: 'position/own-time',
    requires: 'A point has the time of its `created_at`, and the track is in the order of time.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const start = Math.floor(Date.now() / 1000) * 1000 - 600_000;
        const times = [240_000, 0, 120_000].map((ms) => new Date(start + ms).toISOString());
        const points = times.map((created_at, index) => ({
          ...point,
          lat: 41 + index / 100,
          created_at,
          id: `time-${index}-${start}`,
        }));
        expectStatus(await report(scene, id, ...points), 200);
        const rows = await track(scene, id);
        const seen = rows.map((row) => Math.round((instantOf(row) - start) / 1000 - 0.5));
        expectEqual('the seconds of the points', [...seen].sort((a, b) => a - b).join(' '), '0 120 240');
        expectEqual('the seconds of the track', seen.join(' '), '0 120 240');
      }),
  },
  {
    id: 'position/queue-times',
    requires:
      'Points of one request without a `created_at` are as far apart as their `sim_time`: clients send the queue of an outage so.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        await pause(7_000);
        const start = Date.now() + 3_600_000;
        const points = [0, 3_000, 6_000].map((ms, index) => ({
          ...point,
          lat: 41 + index / 1000,
          id: crypto.randomUUID(),
          sim_time: new Date(start + ms).toISOString(),
        }));
        expectStatus(await report(scene, id, ...points), 200);
        const times = (await track(scene, id)).map(instantOf).sort((a, b) => a - b);
        const gaps = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
        expectEqual('the seconds between the points', gaps.join(' '), '3 3');
      }),
  },
  {
    id: 'position/same-id-once',
    requires: 'A point with an `id` that is sent again is there once, whatever else it says then.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (pirepId) => {
        const id = crypto.randomUUID();
        expectStatus(await report(scene, pirepId, { ...point, id }), 200);
        expectStatus(await report(scene, pirepId, { ...point, id, lat: 41.7, gs: 300 }), 200);
        expectEqual('the number of points', (await track(scene, pirepId)).length, 1);
      }),
  },
  {
    id: 'position/other-id',
    requires: 'Points that differ in their `id` alone are points of their own, and have ids that differ.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (pirepId) => {
        const points = [1, 2, 3].map(() => ({ ...point, id: crypto.randomUUID() }));
        expectStatus(await report(scene, pirepId, ...points), 200);
        const ids = (await track(scene, pirepId)).map(({ id }) => id);
        expectEqual('the number of points', ids.length, 3);
        expectEqual('the number of ids', new Set(ids).size, 3);
      }),
  },
  {
    id: 'position/id-of-its-pirep',
    requires: 'The `id` of a point is its PIREP’s own: the same id in another flight takes nothing from the first.',
    writes: true,
    async run(scene) {
      const id = crypto.randomUUID();
      let first = '';
      await scene.withFlight(async (pirepId) => {
        first = pirepId;
        expectStatus(await report(scene, pirepId, { ...point, id }), 200);
        expectStatus(await fileIt(scene, pirepId), 200);
      });
      await scene.withFlight(async (pirepId) => {
        expectStatus(await report(scene, pirepId, { ...point, id, lat: 10 }), 200);
        expectEqual('the number of points of the second', (await track(scene, pirepId)).length, 1);
        const answer = await scene.ask('GET', `pireps/${first}/acars/position`);
        if (answer.status === 404) throw new LeftOut('the track of a filed flight cannot be read');
        expectEqual('the number of points of the first', (await track(scene, first)).length, 1);
      });
    },
  },
];
