import { at, expect, expectEqual, expectStatus } from '../expect.ts';
import type { CoreCheck } from './scene.ts';

/** Lines of the log, and flight events. */
export const logChecks: readonly CoreCheck[] = [
  ...(['logs', 'events'] as const).map(
    (kind): CoreCheck => ({
      id: `${kind}/kept`,
      requires: `\`POST pireps/{id}/acars/${kind}\` answers 200 with the \`count\`, and the log has them.`,
      writes: true,
      run: (scene) =>
        scene.withFlight(async (id) => {
          const rows = [{ [kind === 'logs' ? 'log' : 'event']: `Conform ${kind}`, lat: 41.5, lon: -73.2 }];
          const answer = await scene.ask('POST', `pireps/${id}/acars/${kind}`, { [kind]: rows });
          expectStatus(answer, 200);
          expectEqual('count', at(answer.json, 'count'), 1);
          expect((await scene.readLog(id)).includes(`Conform ${kind}`), 'the line is not in the log');
        }),
    }),
  ),
  {
    id: 'logs/odd-time',
    requires: 'A malformed `sim_time` of a log line is no reason to refuse.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const logs = [{ log: 'Conform odd', sim_time: '2026-3-4 T5:6:7 Z' }];
        expectStatus(await scene.ask('POST', `pireps/${id}/acars/logs`, { logs }), 200);
        expect((await scene.readLog(id)).includes('Conform odd'), 'the line is not in the log');
      }),
  },
  {
    id: 'logs/as-points',
    requires: 'A point with `type` 2 and a `log` is a line of the log: it is no place of the track.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const positions = [{ type: 2, status: 'SCH', log: 'Conform as a point', lat: 41.5, lon: -73.2 }];
        expectStatus(await scene.ask('POST', `pireps/${id}/acars/position`, { positions }), 200);
        const track = await scene.readTrack(id);
        expect(
          track.every(({ log }) => log === null || log === undefined),
          'the line is a point of the track',
        );
        expect((await scene.readLog(id)).includes('Conform as a point'), 'the line is not in the log');
      }),
  },
];
