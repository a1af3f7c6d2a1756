import { at, expect, expectEqual, expectStatus, LeftOut } from '../expect.ts';
import { fileIt } from './prefile.ts';
import type { CoreCheck, CoreScene, Row } from './scene.ts';

const point = {
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

async function report(scene: CoreScene, id: string, ...positions: readonly object[]) {
  return scene.ask('POST', `pireps/${id}/acars/position`, { positions });
}

async function track(scene: CoreScene, id: string): Promise<readonly Row[]> {
  return scene.readRows(`pireps/${id}/acars/position`);
}

/** A point that real clients send, and that must be taken. */
function taken(id: string, requires: string, odd: object): CoreCheck {
  return {
    id: `position/${id}`,
    requires,
    writes: true,
    run: (scene) =>
      scene.withFlight(async (pirepId) => {
        expectStatus(await report(scene, pirepId, { ...point, ...odd }), 200);
        expectEqual('the number of points', (await track(scene, pirepId)).length, 1);
      }),
  };
}

/** The reports of a flight. */
export const positionChecks: readonly CoreCheck[] = [
  {
    id: 'position/kept',
    requires: '`POST pireps/{id}/acars/position` answers 200 with the `count`, and `GET` lists the points.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const answer = await report(scene, id, point, { ...point, lat: 41.6, lon: -73.5 });
        expectStatus(answer, 200);
        expectEqual('count', at(answer.json, 'count'), 2);
        const lats = (await track(scene, id)).map(({ lat }) => Number(lat).toFixed(1)).sort();
        expectEqual('the latitudes', lats.join(' '), '41.5 41.6');
      }),
  },
  {
    id: 'position/same-id-once',
    requires: 'A point with an `id` that is sent again is there once.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (pirepId) => {
        const id = crypto.randomUUID();
        for (const _time of [1, 2]) expectStatus(await report(scene, pirepId, { ...point, id }), 200);
        expectEqual('the number of points', (await track(scene, pirepId)).length, 1);
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
  taken('sim-time-ahead', '`sim_time` is the simulator’s clock: one that is hours ahead is no reason to refuse.', {
    sim_time: new Date(Date.now() + 9 * 3_600_000).toISOString(),
  }),
  taken('sim-time-malformed', 'A malformed `sim_time` (`2026-3-4 T5:6:7 Z`) is no reason to refuse.', {
    sim_time: '2026-3-4 T5:6:7 Z',
  }),
  taken('free-status', '`status` of a point may be any text (`enroute`).', { status: 'enroute' }),
  taken('nulls', 'Members that are null or absent are no reason to refuse.', {
    heading: null,
    vs: null,
    ias: null,
    fuel: null,
    sim_time: null,
  }),
  taken('floats', 'Floats are taken where integers are usual.', {
    heading: 254.73,
    gs: 320.41,
    ias: 250.5,
    transponder: 2200,
  }),
  {
    id: 'position/distance-unused',
    requires: '`distance` of a point is not the PIREP’s: some clients mean the distance to go.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await report(scene, id, { ...point, distance: 7777 }), 200);
        const seen = Number(at(await scene.readRow(`pireps/${id}`), 'distance.nmi') ?? 0);
        expect(seen < 7000, `the PIREP’s distance is ${seen} nmi`);
      }),
  },
  {
    id: 'position/invalid',
    requires: 'An empty list, or a point without a latitude, is refused with 400.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await report(scene, id), 400);
        expectStatus(await report(scene, id, { lon: 1 }), 400);
      }),
  },
  {
    id: 'position/unknown',
    requires: 'A position of an unknown PIREP is 404.',
    writes: true,
    async run(scene) {
      expectStatus(await report(scene, 'conform-unknown', point), 404);
    },
  },
  {
    id: 'position/after-cancel',
    requires: 'A position after the flight was cancelled is 400.',
    writes: true,
    async run(scene) {
      const { id } = await scene.prefile();
      expectStatus(await scene.ask('DELETE', `pireps/${id}/cancel`), 200);
      expectStatus(await report(scene, id, point), 400);
    },
  },
  {
    id: 'map/shows-flight',
    requires: 'After its first position a flight is on `acars/geojson`, at that place.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await report(scene, id, point), 200);
        const feature = await onMap(scene, id);
        const [lon, lat] = (at(feature, 'geometry.coordinates') ?? []) as number[];
        expectEqual('the place on the map', `${lat} ${lon}`, `${point.lat} ${point.lon}`);
      }),
  },
  {
    id: 'position/geojson',
    requires: '`GET pireps/{id}/acars/geojson` has the line and the points.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await report(scene, id, point, { ...point, lat: 41.6 }), 200);
        const answer = await scene.ask('GET', `pireps/${id}/acars/geojson`);
        expectStatus(answer, 200);
        const body = at(answer.json, 'data') ?? answer.json;
        expect(at(body, 'line') !== undefined && at(body, 'points') !== undefined, 'line or points are missing');
      }),
  },
];

/** Ten seconds are enough for a map that is drawn from time to time. */
async function onMap(scene: CoreScene, id: string): Promise<unknown> {
  for (let second = 0; ; second += 1) {
    const answer = await scene.askAsNobody('GET', 'acars/geojson');
    const features = (at(answer.json, 'data.features') ?? []) as readonly unknown[];
    const found = features.find((each) => at(each, 'properties.pirep_id') === id);
    if (found !== undefined) return found;
    expect(second < 10, 'the flight is not there within ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
