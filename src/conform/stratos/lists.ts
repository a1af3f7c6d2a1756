import { at, expect, expectEqual, expectShape, expectStatus, LeftOut, requireSome, type Shape } from '../expect.ts';
import type { HeaderValues } from '../signed-in.ts';
import type { StratosCheck } from './scene.ts';

const pilotShape: Shape = {
  db_id: 'whole',
  pilot_id: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  rank: 'text',
  rank_image: 'text?',
  rank_level: 'whole',
  avatar: 'text?',
};

/** What Stratos reads before a flight. */
export const listChecks: readonly StratosCheck[] = [
  {
    id: 'handshake/direct',
    requires: '`GET` of the address is 200 with `api_version` and the `handler` Stratos.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('GET', '/');
      expectStatus(answer, 200);
      expectShape('the body', answer.json, { api_version: 'text', handler: 'text' });
      expectEqual('handler', at(answer.json, 'handler'), 'Stratos');
    },
  },
  {
    id: 'handshake/preflight',
    requires: '`OPTIONS` is 200 without a token: the client asks it before every call.',
    writes: false,
    async run(scene) {
      for (const path of ['/pilot/login', '/flights/update', '/flights/bookings'])
        expectStatus(await scene.send('OPTIONS', path), 200);
    },
  },
  {
    id: 'login/shape',
    requires: '`POST pilot/login` returns the pilot with a `token`.',
    writes: false,
    async run(scene) {
      const { login, password } = scene.pilot;
      const answer = await scene.send('POST', '/pilot/login', { username: login, password });
      expectStatus(answer, 200);
      expectShape('the body', answer.json, { ...pilotShape, token: 'text' });
    },
  },
  {
    id: 'login/wrong-password',
    requires: 'A wrong password is 401 with `success` false and an `error`.',
    writes: false,
    async run(scene) {
      const body = { username: scene.pilot.login, password: 'conform-wrong' };
      const answer = await scene.send('POST', '/pilot/login', body);
      expectStatus(answer, 401);
      expectEqual('success', at(answer.json, 'success'), false);
      expectShape('the body', answer.json, { error: 'text' });
    },
  },
  {
    id: 'token/verify',
    requires: '`GET pilot/verify` with the token returns the same pilot, without a token.',
    writes: false,
    async run(scene) {
      const { login, password } = scene.pilot;
      const { json } = await scene.send('POST', '/pilot/login', { username: login, password });
      const pilot = await scene.read('/pilot/verify');
      expectShape('the body', pilot, pilotShape);
      expectEqual('db_id', at(pilot, 'db_id'), Number(at(json, 'db_id')));
      expect(at(pilot, 'token') === undefined, 'it has a token');
    },
  },
  {
    id: 'token/wrong',
    requires: 'A wrong token, or none, is 401 with `success` false and an `error`.',
    writes: false,
    async run(scene) {
      const wrong: HeaderValues = { authorization: 'Bearer conform-wrong' };
      for (const headers of [wrong, {}]) {
        for (const path of ['/pilot/verify', '/flights/bookings']) {
          const answer = await scene.send('GET', path, undefined, headers);
          expectStatus(answer, 401);
          expectEqual('success', at(answer.json, 'success'), false);
          expectShape('the body', answer.json, { error: 'text' });
        }
      }
    },
  },
  {
    id: 'pilot/statistics',
    requires: '`GET pilot/statistics` has hours as a number, and flights and PIREPs as texts.',
    writes: false,
    async run(scene) {
      expectShape('the body', await scene.read('/pilot/statistics'), {
        hours_flown: 'number',
        flights_flown: 'text',
        average_landing_rate: 'number',
        pireps_filed: 'text',
        total_pay: 'number',
        flight_streak: 'number',
        location: 'text',
        rank_image: 'text?',
      });
    },
  },
  {
    id: 'data/airports',
    requires: '`GET data/airports` lists code, name and place of every airport that a bid names.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/data/airports');
      for (const row of rows)
        expectShape('an airport', row, { code: 'text', name: 'text', latitude: 'number', longitude: 'number' });
      const codes = new Set(rows.map(({ code }) => code));
      for (const { departure_airport, arrival_airport } of await scene.readRows('/flights/bookings')) {
        for (const code of [departure_airport, arrival_airport])
          expect(codes.has(code), `${code} of a bid is not in the list`);
      }
      if (rows.length === 0) throw new LeftOut('there are no airports');
    },
  },
  {
    id: 'data/aircraft',
    requires: '`GET data/aircraft` lists every aircraft that a bid names, with ids as numbers.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/data/aircraft');
      for (const row of rows) {
        expectShape('an aircraft', row, {
          id: 'whole',
          code: 'text',
          name: 'text',
          registration: 'text',
          maximum_passengers: 'whole',
          maximum_cargo: 'whole',
          minimum_rank: 'text',
        });
      }
      const ids = new Set(rows.map(({ id }) => id));
      for (const { aircraft } of await scene.readRows('/flights/bookings'))
        expect(aircraft === null || ids.has(aircraft), `aircraft ${aircraft} of a bid is not in the list`);
      if (rows.length === 0) throw new LeftOut('there are no aircraft');
    },
  },
  {
    id: 'data/announcements',
    requires: '`GET data/announcements` is a list of at most ten, with ids and dates as texts.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/data/announcements');
      expect(rows.length <= 10, `there are ${rows.length}`);
      for (const row of requireSome(rows, 'announcements')) {
        expectShape('an item', row, {
          id: 'text',
          title: 'text',
          subtitle: 'text',
          body: 'text',
          publish_date: 'text',
        });
      }
    },
  },
];
