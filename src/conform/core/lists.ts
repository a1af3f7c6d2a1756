import {
  at,
  expect,
  expectEqual,
  expectShape,
  expectStatus,
  LeftOut,
  requireSome,
  rowsOf,
  type Shape,
} from '../expect.ts';
import type { CoreCheck } from './scene.ts';

const page: Shape = {
  data: 'list',
  links: 'object',
  meta: 'object',
  'meta.current_page': 'number',
  'meta.last_page': 'number',
  'meta.per_page': 'number',
  'meta.total': 'number',
};
const distance: Shape = {
  distance: 'object',
  'distance.nmi': 'number',
  'distance.km': 'number',
  'distance.mi': 'number',
};
const airport: Shape = { id: 'text', icao: 'text', name: 'text', lat: 'number', lon: 'number' };

/** Pages of two that are counted. */
const maxPages = 10;

/** A list that is one page, whose rows have this shape. */
function list(id: string, path: string, row: Shape): CoreCheck {
  return {
    id,
    requires: `\`GET ${path}\` is a page (\`data\`, \`links\`, \`meta\`) of rows with ${Object.keys(row).join(', ')}.`,
    writes: false,
    async run(scene) {
      const answer = await scene.ask('GET', path);
      expectStatus(answer, 200);
      expectShape('the body', answer.json, page);
      const rows = rowsOf('data', at(answer.json, 'data'));
      for (const each of requireSome(rows, path)) expectShape('a row', each, row);
    },
  };
}

/** What is looked up before a flight. */
export const listChecks: readonly CoreCheck[] = [
  list('airlines/page', 'airlines', { id: 'number', icao: 'text', name: 'text' }),
  list('airports/page', 'airports', airport),
  list('fleet/page', 'fleet', { id: 'number', type: 'text', name: 'text', aircraft: 'list' }),
  list('subfleet/page', 'subfleet', { id: 'number', type: 'text', name: 'text', aircraft: 'list' }),
  list('flights/page', 'flights', {
    id: 'text',
    flight_number: 'number',
    ident: 'text',
    dpt_airport_id: 'text',
    arr_airport_id: 'text',
    airline: 'object',
    'airline.icao': 'text',
    subfleets: 'list',
    ...distance,
  }),
  list('news/page', 'news', { id: 'number', subject: 'text', body: 'text', created_at: 'text' }),
  {
    id: 'fleet/own',
    requires: '`GET user/fleet` lists subfleets with aircraft, each with id, registration, icao and name.',
    writes: false,
    async run(scene) {
      const aircraft = (await scene.readRows('user/fleet')).flatMap((each) => rowsOf('aircraft', each.aircraft));
      for (const each of requireSome(aircraft, 'aircraft'))
        expectShape('an aircraft', each, { id: 'number', registration: 'text', icao: 'text?', name: 'text' });
    },
  },
  {
    id: 'page/limit',
    requires: '`limit` and `page` cut a list: `flights?limit=1&page=2` is one flight, not that of page 1.',
    writes: false,
    async run(scene) {
      const [first] = await scene.readRows('flights?limit=1');
      const answer = await scene.ask('GET', 'flights?limit=1&page=2');
      expectStatus(answer, 200);
      if (Number(at(answer.json, 'meta.total')) < 2) throw new LeftOut('the server lists fewer than two flights');
      const second = rowsOf('data', at(answer.json, 'data'));
      expectEqual('the number of rows', second.length, 1);
      expectEqual('meta.current_page', at(answer.json, 'meta.current_page'), 2);
      expect(first?.id !== second[0]?.id, 'both pages have the same flight');
    },
  },
  {
    id: 'page/whole',
    requires: 'The pages of a list have `per_page` rows each, the last the rest: together `meta.total`.',
    writes: false,
    async run(scene) {
      const pageOf = async (number: number) => {
        const answer = await scene.ask('GET', `flights?limit=2&page=${number}`);
        expectStatus(answer, 200);
        expectShape('the body', answer.json, page);
        return answer.json;
      };
      const first = await pageOf(1);
      const total = Number(at(first, 'meta.total'));
      if (total === 0) throw new LeftOut('the server lists no flights');
      for (let number = 1; number <= Math.min(maxPages, Math.ceil(total / 2)); number += 1) {
        const { length } = rowsOf('data', at(number === 1 ? first : await pageOf(number), 'data'));
        expectEqual(`the number of rows of page ${number}`, length, Math.min(2, total - 2 * (number - 1)));
      }
    },
  },
  {
    id: 'flights/search',
    requires:
      '`flights/search` finds the flights with the `dpt_airport_id` and `arr_airport_id` that are given, all of those that `flights` lists and no other.',
    writes: false,
    async run(scene) {
      const listed = await scene.readRows('flights?limit=100');
      const { dpt_airport_id: from, arr_airport_id: to } = await scene.anyFlight();
      for (const wanted of [
        { dpt_airport_id: from },
        { arr_airport_id: to },
        { dpt_airport_id: from, arr_airport_id: to },
      ]) {
        const query = Object.entries(wanted).map(([name, value]) => `${name}=${value}`);
        const rows = await scene.readRows(`flights/search?limit=100&${query.join('&')}`);
        for (const row of rows)
          for (const [name, value] of Object.entries(wanted)) expectEqual(name, row[name], String(value));
        const those = listed.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
        const missing = those.find(({ id }) => !rows.some((row) => row.id === id));
        expect(missing === undefined, `${missing?.ident} is not found by ${query.join(' and ')}`);
      }
    },
  },
  {
    id: 'flights/one',
    requires: '`GET flights/{id}` is that flight, and 404 for an unknown id.',
    writes: false,
    async run(scene) {
      const { id } = await scene.anyFlight();
      expectEqual('id', (await scene.readRow(`flights/${id}`)).id, String(id));
      expectStatus(await scene.ask('GET', 'flights/conform-unknown'), 404);
    },
  },
  {
    id: 'flights/aircraft',
    requires: '`GET flights/{id}/aircraft` is a bare list of the aircraft that the pilot may take.',
    writes: false,
    async run(scene) {
      const { id } = await scene.anyFlight();
      const answer = await scene.ask('GET', `flights/${id}/aircraft`);
      expectStatus(answer, 200);
      for (const each of requireSome(rowsOf('the body', answer.json), 'aircraft'))
        expectShape('an aircraft', each, { id: 'number', registration: 'text' });
    },
  },
  {
    id: 'airports/one',
    requires: '`GET airports/{id}` has name, lat and lon; an unknown one is 404.',
    writes: false,
    async run(scene) {
      const { dpt_airport_id: icao } = await scene.anyFlight();
      expectShape('data', await scene.read(`airports/${icao}`), airport);
      expectStatus(await scene.ask('GET', 'airports/0000'), 404);
    },
  },
  {
    id: 'airports/distance',
    requires: '`GET airports/{a}/distance/{b}` is a distance in nmi, km and mi.',
    writes: false,
    async run(scene) {
      const { dpt_airport_id: from, arr_airport_id: to } = await scene.anyFlight();
      const data = await scene.read(`airports/${from}/distance/${to}`);
      expectShape('data', data, distance);
      const [nmi, km] = [Number(at(data, 'distance.nmi')), Number(at(data, 'distance.km'))];
      expect(Math.abs(nmi * 1.852 - km) < 1 + km / 100, `${nmi} nmi are not ${km} km`);
    },
  },
];

/** The logbook, which is looked at when flights were filed. */
export const logbookChecks: readonly CoreCheck[] = [
  list('pireps/page', 'user/pireps', {
    id: 'text',
    state: 'number',
    status: 'text',
    flight_number: 'text',
    ...distance,
  }),
  list('pireps/own', 'pireps', { id: 'text', state: 'number', status: 'text' }),
];
