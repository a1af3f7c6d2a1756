import { at, expectShape, expectStatus } from '../expect.ts';
import type { CoreCheck } from './scene.ts';

/** What everybody may read, and how errors look. */
export const openChecks: readonly CoreCheck[] = [
  {
    id: 'status/shape',
    requires: '`GET status` and `GET version` say the name and the version, without a key.',
    writes: false,
    async run(scene) {
      for (const path of ['status', 'version']) {
        const answer = await scene.askAsNobody('GET', path);
        expectStatus(answer, 200);
        expectShape(path, answer.json, { name: 'text', version: 'text' });
      }
    },
  },
  {
    id: 'map/open',
    requires:
      '`GET acars` and `GET acars/geojson` are open to everybody: PIREPs under way, and a FeatureCollection of points.',
    writes: false,
    async run(scene) {
      const all = await scene.askAsNobody('GET', 'acars');
      expectStatus(all, 200);
      expectShape('acars', all.json, { data: 'list' });
      const map = await scene.askAsNobody('GET', 'acars/geojson');
      expectStatus(map, 200);
      expectShape('acars/geojson', at(map.json, 'data'), { type: 'text', features: 'list' });
    },
  },
  {
    id: 'error/shape',
    requires: 'What does not exist is 404 with title, status and error.message.',
    writes: false,
    async run(scene) {
      for (const path of ['pireps/conform-unknown', 'conform-unknown']) {
        const answer = await scene.ask('GET', path);
        expectStatus(answer, 404);
        expectShape('the body', answer.json, { title: 'text', status: 'number', 'error.message': 'text' });
      }
    },
  },
  {
    id: 'error/malformed',
    requires: 'A body that is no JSON is refused with 400.',
    writes: false,
    async run(scene) {
      expectStatus(
        await scene.ask('POST', 'pireps/prefile', '{"airline_id":', { 'content-type': 'application/json' }),
        400,
      );
    },
  },
  {
    id: 'path/doubled-slash',
    requires: 'Doubled slashes count as one: clients join a base and a path that both have one.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.ask('GET', '/user'), 200);
    },
  },
];
