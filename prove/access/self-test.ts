import { chmodSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Contract, OpenRoute, SessionRoute } from '../../src/contracts/contract.ts';
import { native } from '../../src/contracts/native/native.ts';
import { controlPath } from '../../src/server/control-socket.ts';
import type { World } from '../../test/world.ts';
import { checkControl } from './control.ts';
import type { CallerName } from './expectations.ts';
import { checkGates } from './gates.ts';
import { checkOwnership } from './ownership.ts';
import { openServed, type Served } from './worlds.ts';

/** What is planted, and the fault by which the proof must notice it. */
const planted: Readonly<Record<string, RegExp>> = {
  'a route that nobody decided about': /GET \/tracker\/planted: nobody has decided/,
  'a form of the operator for everybody': /POST \/tracker\/operator\/planted: nobody should meet "401"/,
  'a page of pilots for everybody': /GET \/tracker\/my\/planted: nobody should meet "sign-in"/,
  'a page for owners that is open to every role':
    /GET \/tracker\/operator\/staff\/planted: staff with the role editor should meet "403"/,
  'a page of the operators for which nobody chose roles': /GET \/tracker\/operator\/unknown-planted: .* which roles/,
  'a page that is open without the second factor that is required':
    /GET \/tracker\/operator\/account\/planted: staff without the second factor should meet "sign-in"/,
  'a call that became open': /GET \/api\/tracker\/profile: nobody should meet "401"/,
  'a call that tells of another pilot': /a stranger is told .* by GET \/api\/tracker\/flight/,
  'a call that changes the flight of another pilot':
    /a stranger changes what is not theirs by POST \/api\/tracker\/cancel/,
  'a control socket for everybody': /control socket/,
};

/** Returns what was planted and not noticed. */
export async function tryTheProof(): Promise<readonly string[]> {
  const faults: string[] = [];
  {
    await using served = await openPlanted();
    const routes = served.routes.filter(({ method, url }) => method !== 'HEAD' && /planted|\/profile$/.test(url));
    const isMeant = (caller: CallerName) => caller === 'nobody' || /^staff with.* (?:editor|factor)$/.test(caller);
    faults.push(...(await checkGates({ ...served, routes }, isMeant)).faults);
    chmodSync(controlPath(served.world.directory), 0o666);
    faults.push(...(await checkControl(served)).faults);
  }
  const isMeant = ({ name }: Contract) => name === native.name;
  faults.push(...(await checkOwnership(openPlanted, isMeant)).faults);
  return Object.entries(planted).flatMap(([name, shape]) => (faults.some((fault) => shape.test(fault)) ? [] : [name]));
}

/** A server with two routes too many, and whose own contract forgets to ask who calls. */
async function openPlanted(): Promise<Served> {
  let world: World | null = null;
  const contract = forgetful(() => world as World);
  const served = await openServed('7', { contracts: [contract], atFirst: plantRoutes });
  ({ world } = served);
  return served;
}

function plantRoutes(fastify: FastifyInstance): void {
  fastify.get('/tracker/planted', async () => 'planted');
  fastify.post('/tracker/operator/planted', async () => 'planted');
  fastify.get('/tracker/my/planted', async () => 'planted');
  fastify.get('/tracker/operator/staff/planted', async () => 'planted');
  fastify.get('/tracker/operator/account/planted', async () => 'planted');
  fastify.get('/tracker/operator/unknown-planted', async () => 'planted');
}

function forgetful(world: () => World): Contract {
  const [readFlight, cancel, profile] = [native.routes.readFlight[0], native.routes.cancel[0], native.desk.profile[0]];
  if (readFlight === undefined || cancel === undefined || profile === undefined) throw new Error('native has these');
  const told: SessionRoute = {
    ...(readFlight as SessionRoute),
    async handle(_calls, _session, { query }) {
      const found = await world().tracking.operator.readFlight(String(query.flight_id));
      return { status: 200, body: { notes: found === null ? null : 'canary-of-the-notes' } };
    },
  };
  const cancelled: SessionRoute = {
    ...(cancel as SessionRoute),
    async handle(_calls, _session, { body }) {
      const flight = await world().tracking.operator.readFlight(String(body.flight_id));
      if (flight?.flight.state === 'open')
        await world().tracking.operator.cancelFlight('prove', flight.flight.id, 'planted');
      return { status: 200, body: {} };
    },
  };
  const open: OpenRoute = { ...profile, access: 'open', handle: () => ({ status: 200, body: {} }) };
  return {
    ...native,
    routes: {
      ...native.routes,
      readFlight: [told],
      cancel: [cancelled],
      start: [],
      report: [],
      recordEvents: [],
      finish: [],
    },
    desk: { ...native.desk, profile: [open], book: [], unbook: [], chooseAircraft: [] },
  };
}
