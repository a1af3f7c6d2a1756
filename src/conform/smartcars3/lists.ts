import { at, expect, expectEqual, expectShape, expectStatus, requireSome, type Shape } from '../expect.ts';
import type { SmartcarsCheck } from './scene.ts';

const pilotShape: Shape = {
  dbID: 'whole',
  pilotID: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  rank: 'text',
  rankLevel: 'whole',
  session: 'text',
};

/** What smartCARS 3 reads before a flight. Its screens break on members that are of another type. */
export const listChecks: readonly SmartcarsCheck[] = [
  {
    id: 'handshake/direct',
    requires: '`GET` of the Script URL is 200 with `apiVersion` and `handler`, and no redirect.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('GET', '/');
      expectStatus(answer, 200);
      expectShape('the body', answer.json, { apiVersion: 'text', handler: 'text' });
    },
  },
  {
    id: 'handshake/preflight',
    requires: '`OPTIONS` and `HEAD` are 200 without a session.',
    writes: false,
    async run(scene) {
      for (const method of ['OPTIONS', 'HEAD']) expectStatus(await scene.send(method, '/pilot/login'), 200);
    },
  },
  {
    id: 'login/shape',
    requires: '`POST pilot/login` returns the pilot with a session.',
    writes: false,
    async run(scene) {
      const { login, password } = scene.pilot;
      const answer = await scene.send('POST', `/pilot/login?username=${encodeURIComponent(login)}`, { password });
      expectStatus(answer, 200);
      expectShape('the body', answer.json, pilotShape);
    },
  },
  {
    id: 'login/wrong-password',
    requires: 'A wrong password is 401 with a `message`.',
    writes: false,
    async run(scene) {
      const path = `/pilot/login?username=${encodeURIComponent(scene.pilot.login)}`;
      const answer = await scene.send('POST', path, { password: 'conform-wrong' });
      expectStatus(answer, 401);
      expectShape('the body', answer.json, { message: 'text' });
    },
  },
  {
    id: 'session/resume-and-verify',
    requires: '`pilot/resume` and `pilot/verify` take the session of the login, and return the same pilot.',
    writes: false,
    async run(scene) {
      const { login, password } = scene.pilot;
      const path = `/pilot/login?username=${encodeURIComponent(login)}`;
      const { json } = await scene.send('POST', path, { password });
      for (const call of ['resume', 'verify']) {
        const answer = await scene.send('POST', `/pilot/${call}`, { session: await scene.session() });
        expectStatus(answer, 200);
        expectShape(call, answer.json, pilotShape);
        for (const name of ['dbID', 'pilotID', 'email'] as const)
          expectEqual(`${name} of ${call}`, at(answer.json, name), at(json, name) as string | number);
      }
    },
  },
  {
    id: 'session/wrong',
    requires: 'A session that is not valid is refused: 400, 401 or 404 with a `message`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/pilot/resume', { session: 'conform-wrong' });
      expectStatus(answer, 400, 401, 404);
      expectShape('the body', answer.json, { message: 'text' });
      expectStatus(await scene.send('GET', '/flights/bookings'), 401);
    },
  },
  {
    id: 'path/doubled-slash',
    requires: 'Doubled slashes count as one: smartCARS joins the Script URL and a path.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.ask('GET', '//data/airports'), 200);
    },
  },
  {
    id: 'path/unknown',
    requires: 'An unknown path is 404 with a `message`.',
    writes: false,
    async run(scene) {
      const answer = await scene.ask('GET', '/conform/unknown');
      expectStatus(answer, 404);
      expectShape('the body', answer.json, { message: 'text' });
    },
  },
  {
    id: 'data/airports',
    requires: '`GET data/airports` lists code, name and place of every airport that a bid names.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/data/airports');
      for (const row of requireSome(rows, 'airports'))
        expectShape('an airport', row, { code: 'text', name: 'text', latitude: 'number', longitude: 'number' });
      const codes = new Set(rows.map(({ code }) => code));
      for (const { departureAirport, arrivalAirport } of await scene.readRows('/flights/bookings')) {
        for (const code of [departureAirport, arrivalAirport])
          expect(codes.has(code), `${code} of a bid is not in the list`);
      }
    },
  },
  {
    id: 'data/aircraft',
    requires: '`GET data/aircraft` lists every aircraft that a flight names, with ids as numbers.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/data/aircraft');
      for (const row of requireSome(rows, 'aircraft')) {
        expectShape('an aircraft', row, {
          id: 'whole',
          code: 'text',
          name: 'text',
          serviceCeiling: 'text',
          maximumPassengers: 'whole',
          maximumCargo: 'whole',
        });
      }
      const ids = new Set(rows.map(({ id }) => id));
      for (const { aircraft } of await scene.readRows('/flights/search')) {
        for (const id of [aircraft].flat()) expect(ids.has(id), `aircraft ${id} of a flight is not in the list`);
      }
    },
  },
  {
    id: 'data/news',
    requires: '`GET data/news` is one item with title and body, also when there is none.',
    writes: false,
    async run(scene) {
      expectShape('the body', await scene.read('/data/news'), { title: 'text', body: 'text' });
    },
  },
  {
    id: 'pilot/statistics',
    requires: '`GET pilot/statistics` has hours, flights and PIREPs as numbers.',
    writes: false,
    async run(scene) {
      const shape: Shape = {
        hoursFlown: 'number',
        flightsFlown: 'number',
        averageLandingRate: 'number?',
        pirepsFiled: 'number',
      };
      expectShape('the body', await scene.read('/pilot/statistics'), shape);
    },
  },
];
