import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin } from '../../http/origin.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Platform } from '../../platform/port.ts';
import type { Calls } from '../../tracking/calls.ts';
import type { SiteChecks } from '../../web/site-checks.ts';
import type { Programs } from '../program/programs.ts';
import { setUpFindings } from './findings.ts';
import { flyTestFlight } from './test-flight.ts';
import { UpdateBySetUp } from './update.ts';

interface HostSetupNeeds {
  readonly calls: Calls;
  readonly platform: Platform;
  readonly clock: Clock;
  /** Null where the crew center has no site. */
  readonly checks: SiteChecks | null;
  readonly programs: Pick<Programs, 'canVerify' | 'updateProgram'>;
  readonly originOf: (request: FastifyRequest) => Origin;
  /** Ends this server as a signal does: in order. */
  readonly end: () => void;
  readonly onError: (error: unknown) => void;
}

const refused = { success: false, message: 'Only the set-up page of the crew center can ask for this.' };
const failed = { success: false, says: 'The test flight failed by an error of the server: its log says more.' };

/**
 * What set-up in the browser asks of the running server, in the name of an administrator whose session the crew center checked. Only the
 * edge itself can ask: it signs the path, and passes no visitor's request on to one below `/host-setup`.
 */
export function registerHostSetup(app: FastifyInstance, needs: HostSetupNeeds): void {
  const isAllowed = (request: FastifyRequest) => needs.originOf(request).viaEdge === true;
  // One at a time: a second click must not find the flight of the first.
  let flying: Promise<unknown> = Promise.resolve();
  const fly = (pilot: string) => {
    const result = flying.then(() => flyTestFlight(needs, pilot));
    flying = result.catch(needs.onError);
    return result.catch(() => failed);
  };
  const update = new UpdateBySetUp(needs.programs, needs.clock, needs.onError);
  const inTheNameOf: readonly (readonly [path: string, act: (pilot: string) => Promise<unknown>])[] = [
    ['/host-setup/flight', fly],
    ['/host-setup/update', (pilot) => update.ask(pilot)],
  ];
  for (const [path, act] of inTheNameOf)
    app.post(path, async (request, reply) => {
      if (!isAllowed(request)) return reply.code(403).send(refused);
      const { pilot } = request.query as { pilot?: unknown };
      if (typeof pilot !== 'string' || !/^\d{1,20}$/.test(pilot))
        return reply.code(400).send({ success: false, message: '`pilot` must be the number of a pilot.' });
      return reply.header('cache-control', 'no-store').send(await act(pilot));
    });
  for (const path of ['/host-setup/checks', '/host-setup/checks/again'])
    app.post(path, async (request, reply) => {
      if (!isAllowed(request)) return reply.code(403).send(refused);
      const { checks } = needs;
      if (checks !== null && (checks.last === null || path.endsWith('again'))) checks.start();
      const isRunning = checks?.isRunning ?? false;
      const findings = isRunning || checks === null || checks.last === null ? [] : setUpFindings(checks.last);
      return reply.header('cache-control', 'no-store').send({ success: true, isRunning, findings });
    });
  app.post('/host-setup/stop', async (request, reply) => {
    if (!isAllowed(request)) return reply.code(403).send(refused);
    reply.raw.once('finish', needs.end);
    return reply.header('cache-control', 'no-store').send({ success: true });
  });
}
