import { at, expect, expectStatus, rowsOf } from '../expect.ts';
import type { CoreCheck, CoreScene, Row } from './scene.ts';

async function readRows(scene: CoreScene, path: string): Promise<readonly Row[]> {
  const answer = await scene.ask('GET', path);
  expectStatus(answer, 200);
  return rowsOf('data', at(answer.json, 'data'));
}

/** Paths that clients call though phpVMS 7.0 has none of them: answered, they give these clients logs and resume. */
export const extraPathChecks: readonly CoreCheck[] = [
  ...(['logs', 'events'] as const).map(
    (kind): CoreCheck => ({
      id: `extra/acars-${kind}`,
      requires: `\`POST acars/{id}/${kind}\` keeps ${kind === 'logs' ? 'a line of the log' : 'a flight event'}, which \`GET\` lists.`,
      writes: true,
      run: (scene) =>
        scene.withFlight(async (id) => {
          const row = { [kind === 'logs' ? 'log' : 'event']: `Conform extra ${kind}` };
          expectStatus(await scene.ask('POST', `acars/${id}/${kind}`, { [kind]: [row] }), 200);
          const rows = await readRows(scene, `acars/${id}/${kind}`);
          expect(
            rows.some(({ log }) => log === `Conform extra ${kind}`),
            'the line is not there',
          );
        }),
    }),
  ),
  {
    id: 'extra/pirep-acars',
    requires:
      '`GET pireps/{id}/acars` has the points of the flight and what the client noted for itself (a point of status CHK with a `log`), with which it resumes.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const place = { lat: 41.5, lon: -73.2 };
        const positions = [
          { ...place, altitude: 3000 },
          { ...place, status: 'CHK', log: 'SC:conform=1' },
        ];
        await scene.ask('POST', `pireps/${id}/acars/position`, { positions });
        const rows = await readRows(scene, `pireps/${id}/acars`);
        expect(
          rows.some(({ altitude }) => Number(altitude) === 3000),
          'the point is not there',
        );
        const note = rows.findLast(({ status }) => status === 'CHK');
        expect(note?.log === 'SC:conform=1', 'the note is not there');
      }),
  },
];
