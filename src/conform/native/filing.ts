import {
  at,
  expect,
  expectEqual,
  expectShape,
  expectStatus,
  LeftOut,
  objectOf,
  requireSome,
  rowsOf,
  type Shape,
} from '../expect.ts';
import { figures, type NativeCheck } from './scene.ts';

/** A list of the desk, if the crew center offers it. */
function desk(id: string, path: string, member: string, row: Shape): NativeCheck {
  return {
    id,
    requires: `\`GET ${path}\` lists \`${member}\` with ${Object.keys(row).join(', ')}.`,
    writes: false,
    async run(scene) {
      const answer = await scene.ask('GET', path);
      if (answer.status === 501) throw new LeftOut('the crew center does not offer it');
      expectStatus(answer, 200);
      for (const each of requireSome(rowsOf(member, at(answer.json, member)), member)) expectShape('a row', each, row);
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
      const { finished } = await scene.file();
      const id = String(at(finished, 'receipt.pirep_id'));
      const answer = await scene.ask('GET', '/pireps');
      if (answer.status === 501) throw new LeftOut('the crew center does not offer it');
      expectStatus(answer, 200);
      expect(
        rowsOf('pireps', at(answer.json, 'pireps')).some((row) => String(row.id) === id),
        'it is not listed',
      );
      expectEqual('id', at(await scene.call('GET', `/pireps/${id}`), 'pirep.id'), id);
    },
  },
  desk('desk/schedules', '/schedules', 'schedules', { id: 'text', ident: 'text', 'departure.icao': 'text' }),
  desk('desk/airports', '/airports', 'airports', { icao: 'text' }),
  desk('desk/fleet', '/fleet', 'aircraft', { id: 'text' }),
  desk('desk/airlines', '/airlines', 'airlines', { icao: 'text?', name: 'text' }),
  desk('desk/news', '/news', 'news', { title: 'text' }),
  {
    id: 'desk/profile',
    requires: '`GET /profile` is the pilot, `GET /statistics` the figures.',
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
        const answer = await scene.ask('GET', path);
        if (answer.status === 501) throw new LeftOut('the crew center does not offer it');
        expectStatus(answer, 200);
        expectShape('the body', answer.json, shape);
      }
    },
  },
];
