import { get, post, put, type Step, send } from '../step.ts';

const beside: readonly Step[] = [
  post('route', '/pireps/{pirep}/route', {
    route: [
      { name: 'ABC', order: 1, lat: 40.1, lon: -73.1 },
      { name: 'DEF', order: 2, lat: 40.2, lon: -73.2 },
    ],
  }),
  get('route: read', '/pireps/{pirep}/route'),
  post('route: empty', '/pireps/{pirep}/route', { route: [] }),
  post('route: no order', '/pireps/{pirep}/route', { route: [{ name: 'ABC', lat: 1, lon: 1 }] }),
  post(
    'route: another’s',
    '/pireps/{pirep}/route',
    { route: [{ name: 'ABC', order: 1, lat: 1, lon: 1 }] },
    { as: 'other' },
  ),
  send('DELETE', 'route: removed', '/pireps/{pirep}/route'),
  get('route: read when removed', '/pireps/{pirep}/route'),
  get('route: unknown pirep', '/pireps/nosuchpirep/route'),
  get('fields', '/pireps/{pirep}/fields'),
  post('fields: sent', '/pireps/{pirep}/fields', { fields: { 'Departure Gate': 'C3', 'Landed by': 'hand' } }),
  post('fields: none', '/pireps/{pirep}/fields', {}),
  get('fields: unknown pirep', '/pireps/nosuchpirep/fields'),
  get('comments', '/pireps/{pirep}/comments'),
  post('comments: sent', '/pireps/{pirep}/comments', { comment: 'A smooth flight' }),
  post('comments: none', '/pireps/{pirep}/comments', {}),
  get('comments: read', '/pireps/{pirep}/comments'),
  get('comments: unknown pirep', '/pireps/nosuchpirep/comments'),
  get('finances', '/pireps/{pirep}/finances'),
  get('finances: unknown pirep', '/pireps/nosuchpirep/finances'),
];

const figures = { distance: 1319.5, flight_time: 235, fuel_used: 9000.5, landing_rate: -180.5, score: 95 };
const filing: readonly Step[] = [
  post('file: empty', '/pireps/{pirep}/file', {}),
  post('file: no distance', '/pireps/{pirep}/file', { flight_time: 235 }),
  post('file: distance is a word', '/pireps/{pirep}/file', { ...figures, distance: 'far' }),
  post('file: another’s', '/pireps/{pirep}/file', figures, { as: 'other' }),
  post('file: no key', '/pireps/{pirep}/file', figures, { as: 'nobody' }),
  post('file: unknown pirep', '/pireps/nosuchpirep/file', figures),
  post('file', '/pireps/{pirep}/file', { ...figures, fields: { 'Arrival Gate': 'D9' }, notes: 'Fine' }),
  post('file: again', '/pireps/{pirep}/file', figures),
  put('file: method', '/pireps/{pirep}/file', figures),
  post('file: flight time with a fraction', '/pireps/{pirep}/file', { ...figures, flight_time: 72.5 }),
  get('pirep when filed', '/pireps/{pirep}', 'nobody'),
  get('user/pireps when filed', '/user/pireps'),
  get('user/pireps when filed: limit', '/user/pireps?limit=1'),
  get('user/bids when filed', '/user/bids?with='),
  post('positions when filed', '/pireps/{pirep}/acars/position', { positions: [{ lat: 30.2, lon: -97.7 }] }),
  get('comments when filed', '/pireps/{pirep}/comments'),
  get('fields when filed', '/pireps/{pirep}/fields'),
  get('positions: read when filed', '/pireps/{pirep}/acars/position'),
  get('user when filed', '/user?with='),
];

const freeFlight = {
  airline_id: '{airline}',
  aircraft_id: '{otherAircraft}',
  flight_number: '9871',
  source_name: 'recorder 1.0',
  dpt_airport_id: '{arrival}',
  arr_airport_id: '{departure}',
};
const cancelling: readonly Step[] = [
  post('prefile without a flight', '/pireps/prefile', freeFlight, { keep: { freePirep: 'data.id' } }),
  put('cancel: another’s key missing', '/pireps/{freePirep}/cancel', undefined, { as: 'nobody' }),
  put('cancel: unknown', '/pireps/nosuchpirep/cancel'),
  put('cancel', '/pireps/{freePirep}/cancel'),
  put('cancel: again', '/pireps/{freePirep}/cancel'),
  send('DELETE', 'cancel by DELETE, again', '/pireps/{freePirep}/cancel'),
  post('update: cancelled', '/pireps/{freePirep}/update', { status: 'ENR' }),
  post('positions: cancelled', '/pireps/{freePirep}/acars/position', { positions: [{ lat: 1, lon: 1 }] }),
  post('logs: cancelled', '/pireps/{freePirep}/acars/logs', { logs: [{ log: 'x' }] }),
  post('file: cancelled', '/pireps/{freePirep}/file', figures),
  post('comments: cancelled', '/pireps/{freePirep}/comments', { comment: 'x' }),
  get('pirep: cancelled', '/pireps/{freePirep}', 'nobody'),
  get('user/pireps: cancelled', '/user/pireps?state=3'),
  post('prefile after cancelling', '/pireps/prefile', freeFlight, { keep: { thirdPirep: 'data.id' } }),
  put('cancel: another’s', '/pireps/{thirdPirep}/cancel', undefined, { as: 'other' }),
  send('DELETE', 'cancel by DELETE', '/pireps/{thirdPirep}/cancel'),
];

export const paperwork: readonly Step[] = [...beside, ...filing, ...cancelling];
