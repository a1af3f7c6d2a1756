import { at, expectEqual, expectStatus } from '../expect.ts';
import type { CoreCheck } from './scene.ts';

/** Lines of the log, and flight events. */
export const logChecks: readonly CoreCheck[] = [
  ...(['logs', 'events'] as const).map(
    (kind): CoreCheck => ({
      id: `${kind}/kept`,
      requires: `\`POST pireps/{id}/acars/${kind}\` answers 200 with the \`count\`.`,
      writes: true,
      run: (scene) =>
        scene.withFlight(async (id) => {
          const rows = [{ [kind === 'logs' ? 'log' : 'event']: 'Gear up', lat: 41.5, lon: -73.2 }];
          const answer = await scene.ask('POST', `pireps/${id}/acars/${kind}`, { [kind]: rows });
          expectStatus(answer, 200);
          expectEqual('count', at(answer.json, 'count'), 1);
        }),
    }),
  ),
  {
    id: 'logs/odd-time',
    requires: 'A malformed `sim_time` of a log line is no reason to refuse.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const logs = [{ log: 'Gear up', sim_time: '2026-3-4 T5:6:7 Z' }];
        expectStatus(await scene.ask('POST', `pireps/${id}/acars/logs`, { logs }), 200);
      }),
  },
];
