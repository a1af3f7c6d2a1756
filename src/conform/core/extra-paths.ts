import { at, expect, expectStatus } from '../expect.ts';
import type { CoreCheck } from './scene.ts';

/** Paths that clients call though phpVMS 7.0 has none of them: answered, they give these clients logs and resume. */
export const extraPathChecks: readonly CoreCheck[] = [
  {
    id: 'extra/acars-logs',
    requires: '`POST acars/{id}/logs` keeps a line of the log.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await scene.ask('POST', `acars/${id}/logs`, { logs: [{ log: 'Gear up' }] }), 200);
      }),
  },
  {
    id: 'extra/acars-events',
    requires: '`POST acars/{id}/events` keeps a flight event.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await scene.ask('POST', `acars/${id}/events`, { events: [{ event: 'Gear up' }] }), 200);
      }),
  },
  {
    id: 'extra/pirep-acars',
    requires: '`GET pireps/{id}/acars` has the points of the flight, with which a client resumes.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        await scene.ask('POST', `pireps/${id}/acars/position`, {
          positions: [{ lat: 41.5, lon: -73.2, altitude: 3000 }],
        });
        const answer = await scene.ask('GET', `pireps/${id}/acars`);
        expectStatus(answer, 200);
        const rows = at(answer.json, 'data');
        expect(Array.isArray(rows) && rows.length === 1, 'the point is not there');
      }),
  },
];
