import { at, expect, expectEqual, expectShape, expectStatus, LeftOut } from '../expect.ts';
import type { Kit } from '../kit.ts';
import { type LegacyCheck, LegacyScene } from './scene.ts';
import { sessionChecks } from './sessions.ts';

const figures = {
  flight_time: 61,
  distance: 87,
  fuel_used: 2345,
  landing_rate: -213,
  score: 91,
  log: ['Gear up', 'Gear down'],
};

/** A latitude that no report had before, so near to the others that an aircraft can have come there. */
const nearby = () => 47.5 + (Date.now() % 900) / 1e6;

/** Without a call that cancels, the flights of a run are continued by the next check, and filed by the last. */
const flightChecks: readonly LegacyCheck[] = [
  {
    id: 'bid/shape',
    requires:
      '`POST /get_bid.php` has the latest bid with ident and airports, and the open flight, each null where there is none.',
    writes: false,
    async run(scene) {
      const body = await scene.call('/get_bid.php', {});
      expectShape('the body', body, { bid: 'object?', open_flight: 'object?' });
      if (body.bid === null) throw new LeftOut('the pilot has no bid');
      expectShape('bid', body.bid, { id: 'text', ident: 'text', 'departure.icao': 'text', 'arrival.icao': 'text' });
    },
  },
  {
    id: 'position/opens-and-stores',
    requires: 'The first `POST /position.php` opens the flight of the bid, and what is sent again is a `duplicate`.',
    writes: true,
    async run(scene) {
      const named = await scene.bid();
      const before = await scene.readOpen();
      const positions = await scene.positions(3, before);
      const first = await scene.call('/position.php', { ...named, positions });
      expectEqual('stored', first.stored, 3);
      expectEqual('duplicate', (await scene.call('/position.php', { ...named, positions })).duplicate, 3);
      const open = await scene.readOpen();
      expectEqual('flight_id of the open flight', open?.flight_id, String(first.flight_id));
      expectEqual('the number of its positions', open?.positions, Number(before?.positions ?? 0) + 3);
      expectEqual('its newest position', at(open, 'last_position.lat'), Number(positions.at(-1)?.lat));
    },
  },
  {
    id: 'position/decimal-comma',
    requires: 'Numbers may be texts with a decimal comma: `lat` "47,5003".',
    writes: true,
    async run(scene) {
      const named = await scene.bid();
      const lat = nearby();
      const answer = await scene.call('/position.php', {
        ...named,
        ...(await scene.newest()),
        lat: String(lat).replace('.', ','),
        lon: '8,25',
      });
      expectEqual('stored', answer.stored, 1);
      const open = await scene.readOpen();
      expectEqual('the latitude', at(open, 'last_position.lat'), lat);
      expectEqual('the longitude', at(open, 'last_position.lon'), 8.25);
    },
  },
  {
    id: 'position/form',
    requires: 'A position as a form is taken.',
    writes: true,
    async run(scene) {
      const fields = { ...(await scene.bid()), ...(await scene.newest()), lat: nearby(), lon: 8.25 };
      const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      const body = new URLSearchParams(texts).toString();
      expectStatus(
        await scene.ask('POST', '/position.php', body, { 'content-type': 'application/x-www-form-urlencoded' }),
        200,
      );
      expectEqual('the latitude', at(await scene.readOpen(), 'last_position.lat'), fields.lat);
    },
  },
  {
    id: 'position/invalid',
    requires: 'A position with a latitude of 95 is not stored: 422, and the field is named.',
    writes: true,
    async run(scene) {
      const before = (await scene.readOpen())?.positions ?? 0;
      const wrong = { ...(await scene.newest()), lat: 95 };
      const answer = await scene.ask('POST', '/position.php', { ...(await scene.bid()), ...wrong });
      expectStatus(answer, 422);
      expect(at(answer.json, 'error.fields.lat') !== undefined, '`error.fields` has no lat');
      expectEqual('the number of positions', (await scene.readOpen())?.positions ?? 0, Number(before));
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
      for (const name of ['flight_time', 'distance', 'fuel_used', 'landing_rate', 'score'] as const)
        expectEqual(`receipt.${name}`, at(first.receipt, name), figures[name]);
      const again = await scene.call('/submit_log.php', { flight_id, ...figures, landing_rate: -999 });
      expectEqual('the receipt', JSON.stringify(again.receipt), JSON.stringify(first.receipt));
      expectEqual('the open flight', (await scene.readOpen())?.flight_id ?? null, null);
      const [one] = await scene.positions(1);
      const late = await scene.ask('POST', '/position.php', { flight_id, ...one, seq: 99 });
      if (late.status === 401) throw new LeftOut('the session ended');
      expectStatus(late, 409);
    },
  },
];

/** The legacy contract: its six scripts. */
export const legacyKit: Kit<LegacyScene> = {
  contract: 'legacy',
  credential: 'login',
  places: ['/acars'],
  greeting: { path: '/bootstrap.php', answer: /"mode":\s*"legacy_patch"/ },
  checks: [...sessionChecks, ...flightChecks],
  open: (target) => new LegacyScene(target),
};
