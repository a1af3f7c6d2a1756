import { phpvms7 } from '../../../src/client/wires/phpvms7.ts';
import { type KnownRoute, knownRoutes } from '../routes.ts';
import { openFlightOf } from './cabin.ts';
import { leaving } from './credentials.ts';
import type { Visit, Visitor } from './visitor.ts';

/** Calls that change a flight or a session, which are made by those who fly. */
const ofFlights: ReadonlySet<string> = new Set([
  ...['login', 'logout', 'start', 'report', 'recordEvents', 'finish', 'cancel', 'changeAircraft', 'describe'],
]);

/** Calls that change a bid by its number, which may be that of a flight under way. */
const ofBids: ReadonlySet<string> = new Set(['unbook', 'chooseAircraft']);

/** Looks up one thing after the other, by every contract. */
export const looksUp: Visit = {
  name: 'looks up',
  generations: [7, 5],
  async run(visitor) {
    const routes = knownRoutes(visitor.world.generation).filter(
      ({ call, examples }) => !ofFlights.has(call) && !ofBids.has(call) && examples.length > 0,
    );
    for (let count = visitor.draws.whole(4, 10); count > 0; count--) await ask(visitor, visitor.draws.pick(routes));
  },
};

/** As the documentation of the contract has it: of flights and bids that are not there. */
async function ask(visitor: Visitor, { contract, method, examples }: KnownRoute): Promise<void> {
  const credentials = contract === 'phpvms7-core' ? visitor.key() : visitor.token();
  if (credentials === null) return;
  const { path, body } = visitor.draws.pick(examples);
  await visitor.ask(
    { method: method as 'GET', path, ...(body === undefined ? {} : { body: body as object }) },
    credentials,
  );
}

/** Signs in, and out again; then tries the session. */
export const signsOut: Visit = {
  name: 'signs out',
  generations: [7],
  async run(visitor) {
    const { login, password } = visitor.pilot.account;
    const answer = await visitor.ask({ method: 'POST', path: '/api/tracker/auth', body: { login, password } });
    const [, token] = /"token":"([^"]+)"/.exec(answer?.text ?? '') ?? [];
    if (token === undefined) return;
    leaving(visitor.world).add(token);
    await visitor.ask({ method: 'DELETE', path: '/api/tracker/auth' }, { 'X-Tracker-Token': token });
    await visitor.ask({ method: 'GET', path: '/api/tracker/flight' }, { 'X-Tracker-Token': token });
  },
};

/** Takes another aircraft for the flight under way, and says something of its PIREP. */
export const correctsFlight: Visit = {
  name: 'corrects the flight',
  generations: [7],
  async run(visitor) {
    const { world, draws, pilot } = visitor;
    const flight = openFlightOf(world, pilot.account.id);
    const token = visitor.token();
    if (flight?.pirepId == null || token === null) return;
    const aircraft = draws.pick(['1', '2']);
    await visitor.ask(
      { method: 'PATCH', path: '/api/tracker/flight', body: { flight_id: flight.id, aircraft } },
      token,
    );
    const path = `/api/pireps/${flight.pirepId}/fields`;
    await visitor.ask(
      { method: 'POST', path, body: { fields: { [`Field ${draws.whole(1, 3)}`]: draws.text(6) } } },
      visitor.key(),
    );
    await visitor.ask(
      { method: 'GET', path: `/api/${phpvms7.read(flight.pirepId).path}/acars/position` },
      visitor.key(),
    );
    await visitor.ask({ method: 'GET', path: `/api/${phpvms7.read(flight.pirepId).path}` }, visitor.key());
    await visitor.ask({ method: 'GET', path: '/api/acars' }, visitor.key());
  },
};
