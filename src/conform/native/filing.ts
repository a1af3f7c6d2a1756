import {
  at,
  expect,
  expectEqual,
  expectShape,
  expectStatus,
  objectOf,
  requireSome,
  rowsOf,
  type Shape,
} from '../expect.ts';
import type { Row } from '../signed-in.ts';
import { figures, type NativeCheck } from './scene.ts';

/** A list of the desk, if the crew center offers it. */
function desk(id: string, path: string, member: string, row: Shape): NativeCheck {
  return {
    id,
    requires: `\`GET ${path}\` lists \`${member}\` with ${Object.keys(row).join(', ')}.`,
    writes: false,
    async run(scene) {
      const rows = rowsOf(member, (await scene.lookUp(path))[member]);
      for (const each of requireSome(rows, member)) expectShape('a row', each, row);
    },
  };
}

/** How a flight is filed, and the lists. */
export const filingChecks: readonly NativeCheck[] = [
  {
    id: 'finish/files',
    requires: '`POST /finish` files the flight: a receipt with the PIREP and the figures that the client gave.',
    writes: true,
    async run(scene) {
      const { flightId, finished } = await scene.file();
      const receipt = objectOf('receipt', finished.receipt);
      expectShape('receipt', receipt, { pirep_id: 'text', pirep_state: 'text', filed_at: 'text', positions: 'whole' });
      expectEqual('receipt.positions', receipt.positions, 3);
      for (const name of ['flight_time', 'fuel_used', 'landing_rate'] as const) {
        expectEqual(`receipt.${name}`, receipt[name], figures[name]);
      }
      const flight = await scene.readFlight(flightId);
      expectEqual('state of the flight', flight?.state, 'filed');
      expectEqual('the receipt of the flight', JSON.stringify(flight?.receipt), JSON.stringify(receipt));
    },
  },
  {
    id: 'finish/again',
    requires: '`finish` again is 200 with the same receipt.',
    writes: true,
    async run(scene) {
      const { flightId, finished } = await scene.file();
      const again = await scene.call('POST', '/finish', { flight_id: flightId, ...figures, landing_rate: -999 });
      expectEqual('the receipt', JSON.stringify(again.receipt), JSON.stringify(finished.receipt));
      const flight = await scene.readFlight(flightId);
      expectEqual('the receipt of the flight', JSON.stringify(flight?.receipt), JSON.stringify(finished.receipt));
    },
  },
  {
    id: 'finish/at-once',
    requires: 'Ten `finish` calls at once are all 200 or 202, and end in one PIREP.',
    writes: true,
    async run(scene) {
      const { flight_id } = await scene.start();
      await scene.call('POST', '/position', { flight_id, positions: await scene.positions(3) });
      const body = { flight_id, ...figures };
      const answers = await Promise.all(Array.from({ length: 10 }, () => scene.ask('POST', '/finish', body)));
      for (const answer of answers) expectStatus(answer, 200, 202);
      const ids = answers.flatMap(({ json }) => at(json, 'receipt.pirep_id') ?? []);
      expectEqual('the number of PIREPs', new Set(ids).size, 1);
      const flight = await scene.readFlight(flight_id);
      expectEqual('pirep_id of the flight', at(flight, 'receipt.pirep_id'), String(ids[0]));
      const logbook = await scene.ask('GET', '/pireps');
      if (logbook.status === 501) return;
      const rows = rowsOf('pireps', at(logbook.json, 'pireps')).filter((row) => row.ident === flight?.ident);
      expectEqual('the number of PIREPs in the logbook', rows.length, 1);
    },
  },
  {
    id: 'finish/then-report',
    requires: 'A position after the flight was filed is 409 `flight-filed`, with the receipt.',
    writes: true,
    async run(scene) {
      const { flightId } = await scene.file();
      const [one] = await scene.positions(1);
      const answer = await scene.ask('POST', '/position', { flight_id: flightId, ...one, seq: 99 });
      expectStatus(answer, 409);
      expectEqual('error.code', at(answer.json, 'error.code'), 'flight-filed');
      expectEqual('positions of the receipt', at(await scene.readFlight(flightId), 'receipt.positions'), 3);
    },
  },
  {
    id: 'finish/in-logbook',
    requires: 'The filed flight is in `GET /pireps`, and `GET /pireps/{id}` has it.',
    writes: true,
    async run(scene) {
      await scene.lookUp('/pireps');
      const { finished } = await scene.file();
      const id = String(at(finished, 'receipt.pirep_id'));
      const { pireps } = await scene.lookUp('/pireps');
      expect(
        rowsOf('pireps', pireps).some((row) => String(row.id) === id),
        'it is not listed',
      );
      expectEqual('id', at(await scene.call('GET', `/pireps/${id}`), 'pirep.id'), id);
    },
  },
  {
    id: 'finish/counts',
    requires: 'A filed flight counts: `pireps` of `GET /statistics` grows by one.',
    writes: true,
    async run(scene) {
      const count = async () => Number(at(await scene.lookUp('/statistics'), 'statistics.pireps'));
      const before = await count();
      await scene.file();
      expectEqual('the number of PIREPs', await count(), before + 1);
    },
  },
  desk('desk/schedules', '/schedules', 'schedules', { id: 'text', ident: 'text', 'departure.icao': 'text' }),
  {
    id: 'desk/schedules-search',
    requires:
      '`GET /schedules?departure=&arrival=` lists the schedules between these airports, all of them and no other.',
    writes: false,
    async run(scene) {
      const rowsAt = async (query: string) => rowsOf('schedules', (await scene.lookUp(`/schedules${query}`)).schedules);
      const all = await rowsAt('?per_page=100');
      const [like] = requireSome(all, 'schedules');
      const places = { departure: at(like, 'departure.icao'), arrival: at(like, 'arrival.icao') };
      const fits = (row: Row) =>
        Object.entries(places).every(([name, icao]) => String(at(row, `${name}.icao`)).startsWith(String(icao)));
      const found = await rowsAt(`?per_page=100&departure=${places.departure}&arrival=${places.arrival}`);
      expect(found.every(fits), 'there are others too');
      const missing = all.filter(fits).find(({ id }) => !found.some((row) => row.id === id));
      expect(missing === undefined, `${missing?.ident} is not found`);
    },
  },
  desk('desk/airports', '/airports', 'airports', { icao: 'text' }),
  desk('desk/fleet', '/fleet', 'aircraft', { id: 'text' }),
  desk('desk/airlines', '/airlines', 'airlines', { icao: 'text?', name: 'text' }),
  desk('desk/news', '/news', 'news', { title: 'text' }),
  {
    id: 'desk/profile',
    requires: '`GET /profile` is the pilot who signed in, `GET /statistics` the figures.',
    writes: false,
    async run(scene) {
      const shapes: Readonly<Record<string, Shape>> = {
        '/profile': { 'profile.first_name': 'text', 'profile.last_name': 'text', 'profile.rank.name': 'text' },
        '/statistics': {
          'statistics.flights': 'whole',
          'statistics.flight_time': 'number',
          'statistics.pireps': 'whole',
        },
      };
      for (const [path, shape] of Object.entries(shapes)) {
        expectShape('the body', await scene.lookUp(path), shape);
      }
      const signedIn = await scene.send('POST', '/auth', { ...scene.pilot });
      await scene.send('DELETE', '/auth', undefined, { authorization: `Bearer ${at(signedIn.json, 'token')}` });
      const { profile } = await scene.lookUp('/profile');
      const name = ['first_name', 'last_name'].map((part) => at(profile, part)).join(' ');
      expectEqual('the name', name.trim(), String(at(signedIn.json, 'pilot.name')));
    },
  },
];
