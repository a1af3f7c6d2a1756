import { at, expect, expectEqual, expectStatus, rowsOf } from '../expect.ts';
import { pause, point, report, track } from './points.ts';
import type { CoreCheck, CoreScene } from './scene.ts';

/** A point that real clients send, and that must be taken. */
function taken(id: string, requires: string, odd: object): CoreCheck {
  return {
    id: `position/${id}`,
    requires,
    writes: true,
    run: (scene) =>
      scene.withFlight(async (pirepId) => {
        expectStatus(await report(scene, pirepId, { ...point, ...odd }), 200);
        const points = await track(scene, pirepId);
        expectEqual('the number of points', points.length, 1);
        expectEqual('its latitude', Number(points[0]?.lat).toFixed(4), point.lat.toFixed(4));
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
        expectEqual('the number of points before', (await track(scene, id)).length, 0);
        const answer = await report(scene, id, point, { ...point, lat: 41.6, lon: -73.5 });
        expectStatus(answer, 200);
        expectEqual('count', at(answer.json, 'count'), 2);
        const lats = (await track(scene, id)).map(({ lat }) => Number(lat).toFixed(1)).sort();
        expectEqual('the latitudes', lats.join(' '), '41.5 41.6');
      }),
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
        expectEqual('the number of points', (await track(scene, id)).length, 0);
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
    requires: 'After its first position a flight is on `acars/geojson`, at that place, and in `acars`.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await report(scene, id, point), 200);
        const feature = await onMap(scene, id);
        const [lon, lat] = (at(feature, 'geometry.coordinates') ?? []) as number[];
        expectEqual('the place on the map', `${lat} ${lon}`, `${point.lat} ${point.lon}`);
        const list = await scene.askAsNobody('GET', 'acars');
        const listed = rowsOf('data', at(list.json, 'data')).find((row) => row.id === id);
        expect(listed !== undefined, '`acars` does not list it');
        expectEqual('its state', listed.state, 0);
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
        const coordinates = at(body, 'line.features.0.geometry.coordinates');
        expectEqual('the points of the line', Array.isArray(coordinates) ? coordinates.length : 0, 2);
        expectEqual('the points', rowsOf('points.features', at(body, 'points.features')).length, 2);
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
    await pause(1000);
  }
}
