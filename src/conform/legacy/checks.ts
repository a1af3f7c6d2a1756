import { at, expect, expectEqual, expectShape, expectStatus, LeftOut, objectOf } from '../expect.ts';
import type { Kit } from '../kit.ts';
import { type LegacyCheck, LegacyScene } from './scene.ts';

const figures = { flight_time: 61, fuel_used: 2345, landing_rate: -213, log: ['Gear up', 'Gear down'] };

/** The six scripts. Without a call that cancels, the flights of a run are continued by the next check, and filed by the last. */
export const legacyChecks: readonly LegacyCheck[] = [
  {
    id: 'status/shape',
    requires:
      '`GET /bootstrap.php` says mode `legacy_patch`, name, version, limits and the scripts; `status.php` the same without them.',
    writes: false,
    async run(scene) {
      const hello = await scene.send('GET', '/bootstrap.php');
      const status = await scene.send('GET', '/status.php');
      for (const answer of [hello, status]) {
        expectStatus(answer, 200);
        expectEqual('mode', at(answer.json, 'mode'), 'legacy_patch');
        expectShape('the body', answer.json, {
          name: 'text',
          version: 'text',
          server_time: 'text',
          'limits.body_bytes': 'whole',
        });
      }
      expectShape('the body of bootstrap.php', hello.json, { endpoints: 'object' });
    },
  },
  {
    id: 'login/password',
    requires: '`POST /login.php` takes JSON and forms, and returns a token and the pilot.',
    writes: false,
    async run(scene) {
      const { login, password } = scene.pilot;
      const form = new URLSearchParams({ login, password }).toString();
      const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const answer of [
        await scene.send('POST', '/login.php', { login, password }),
        await scene.send('POST', '/login.php', form, asForm),
      ]) {
        expectStatus(answer, 200);
        expectShape('the body', answer.json, { token: 'text', expires_at: 'text', 'pilot.ident': 'text' });
      }
    },
  },
  {
    id: 'login/wrong-password',
    requires: 'A wrong password is 401 `wrong-login`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/login.php', { login: scene.pilot.login, password: 'conform-wrong' });
      expectStatus(answer, 401);
      expectEqual('error.code', at(answer.json, 'error.code'), 'wrong-login');
    },
  },
  {
    id: 'session/in-body',
    requires: 'The token is also taken in the body, as `token`.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.send('POST', '/get_bid.php', { token: await scene.session() }), 200);
    },
  },
  {
    id: 'session/needed',
    requires: 'Without a session a call is 401 `no-session`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/get_bid.php', {});
      expectStatus(answer, 401);
      expectEqual('error.code', at(answer.json, 'error.code'), 'no-session');
    },
  },
  {
    id: 'session/not-echoed',
    requires: 'A token that is not valid is 401, and is not repeated in the answer.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/get_bid.php', { token: 'conform-wrong-token-4711' });
      expectStatus(answer, 401);
      expect(!answer.text.includes('conform-wrong-token-4711'), 'the token stands in the answer');
    },
  },
  {
    id: 'files/private',
    requires: 'Files that are not scripts of the contract are never shown: `va_config.php`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('GET', '/va_config.php');
      expectStatus(answer, 403, 404);
    },
  },
  {
    id: 'bid/shape',
    requires:
      '`POST /get_bid.php` has the latest bid with ident and airports, and the open flight, each null where there is none.',
    writes: false,
    async run(scene) {
      const body = await scene.call('/get_bid.php', {});
      expectShape('the body', body, { bid: 'object?', open_flight: 'object?' });
      if (body.bid === null) return;
      expectShape('bid', body.bid, { id: 'text', ident: 'text', 'departure.icao': 'text', 'arrival.icao': 'text' });
    },
  },
  {
    id: 'position/opens-and-stores',
    requires: 'The first `POST /position.php` opens the flight of the bid, and what is sent again is a `duplicate`.',
    writes: true,
    async run(scene) {
      const named = await scene.bid();
      const positions = await scene.positions(3);
      const first = await scene.call('/position.php', { ...named, positions });
      expectEqual('stored + duplicate', Number(first.stored) + Number(first.duplicate), 3);
      expectEqual('duplicate', (await scene.call('/position.php', { ...named, positions })).duplicate, 3);
      const { open_flight: open } = await scene.call('/get_bid.php', {});
      expectEqual('flight_id of the open flight', objectOf('open_flight', open).flight_id, String(first.flight_id));
    },
  },
  {
    id: 'position/decimal-comma',
    requires: 'Numbers may be texts with a decimal comma: `lat` "47,5".',
    writes: true,
    async run(scene) {
      const [one] = await scene.positions(1);
      const answer = await scene.call('/position.php', {
        ...(await scene.bid()),
        ...one,
        seq: 5,
        lat: '47,5',
        lon: '8,25',
      });
      expectEqual('stored + duplicate', Number(answer.stored) + Number(answer.duplicate), 1);
      const { open_flight: open } = await scene.call('/get_bid.php', {});
      expectEqual('positions', Number(at(open, 'positions')) > 0, true);
    },
  },
  {
    id: 'position/form',
    requires: 'A position as a form is taken.',
    writes: true,
    async run(scene) {
      const [one] = await scene.positions(1);
      const fields = { ...(await scene.bid()), ...one, seq: 6 };
      const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      const body = new URLSearchParams(texts).toString();
      expectStatus(
        await scene.ask('POST', '/position.php', body, { 'content-type': 'application/x-www-form-urlencoded' }),
        200,
      );
    },
  },
  {
    id: 'position/invalid',
    requires: 'A position with a latitude of 95 is not stored: 422, and the field is named.',
    writes: true,
    async run(scene) {
      const [one] = await scene.positions(1);
      const answer = await scene.ask('POST', '/position.php', { ...(await scene.bid()), ...one, seq: 8, lat: 95 });
      expectStatus(answer, 422);
      expect(at(answer.json, 'error.fields.lat') !== undefined, '`error.fields` has no lat');
    },
  },
  {
    id: 'submit/files-once',
    requires:
      '`POST /submit_log.php` files the flight with the figures of the client; sent again, the receipt is the same.',
    writes: true,
    async run(scene) {
      const named = await scene.bid();
      const { flight_id } = await scene.call('/position.php', { ...named, positions: await scene.positions(3) });
      const first = await scene.call('/submit_log.php', { flight_id, ...figures });
      expectShape('receipt', first.receipt, { pirep_id: 'text', filed_at: 'text' });
      expectEqual('receipt.landing_rate', at(first.receipt, 'landing_rate'), -213);
      expectEqual('receipt.flight_time', at(first.receipt, 'flight_time'), 61);
      const again = await scene.call('/submit_log.php', { flight_id, ...figures, landing_rate: -999 });
      expectEqual('the receipt', JSON.stringify(again.receipt), JSON.stringify(first.receipt));
      const [one] = await scene.positions(1);
      const late = await scene.ask('POST', '/position.php', { flight_id, ...one, seq: 99 });
      if (late.status === 401) throw new LeftOut('the session ended');
      expectStatus(late, 409);
    },
  },
];

/** The legacy contract. */
export const legacyKit: Kit<LegacyScene> = {
  contract: 'legacy',
  credential: 'login',
  places: ['/acars'],
  greeting: { path: '/bootstrap.php', answer: /"mode":\s*"legacy_patch"/ },
  checks: legacyChecks,
  open: (target) => new LegacyScene(target),
};
