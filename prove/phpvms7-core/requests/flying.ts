import { get, post, put, type Step, send } from '../step.ts';

const flight = {
  airline_id: '{airline}',
  aircraft_id: '{aircraft}',
  flight_id: '{flight}',
  flight_number: '{number}',
  dpt_airport_id: '{departure}',
  arr_airport_id: '{arrival}',
  source_name: 'recorder 1.0',
};
const without = (key: keyof typeof flight) =>
  Object.fromEntries(Object.entries(flight).filter(([name]) => name !== key));
const acars = '/pireps/{pirep}/acars';

const prefiling: readonly Step[] = [
  post('prefile: empty', '/pireps/prefile', {}),
  post('prefile: malformed JSON', '/pireps/prefile', '{"airline_id": 1,'),
  post('prefile: a list', '/pireps/prefile', '[1]'),
  post('prefile: no key', '/pireps/prefile', flight, { as: 'nobody' }),
  ...(['airline_id', 'aircraft_id', 'flight_number', 'dpt_airport_id', 'arr_airport_id'] as const).map((key) =>
    post(`prefile: no ${key}`, '/pireps/prefile', without(key)),
  ),
  post('prefile: unknown aircraft', '/pireps/prefile', { ...flight, aircraft_id: 999999 }),
  post('prefile: unknown flight', '/pireps/prefile', { ...flight, flight_id: 'nosuchflight' }),
  post(
    'prefile',
    '/pireps/prefile',
    {
      ...flight,
      level: 360,
      planned_distance: 120.5,
      planned_flight_time: 60,
      block_fuel: 20000,
      route: 'dct abc dct',
      alt_airport_id: '',
      flight_type: 'J',
      fields: { 'Departure Gate': 'A12' },
      fares: [],
    },
    { keep: { pirep: 'data.id' } },
  ),
  post('prefile: again', '/pireps/prefile', flight, { keep: { samePirep: 'data.id' } }),
  post('prefile: unknown airline', '/pireps/prefile', { ...flight, airline_id: 999999 }),
  post('prefile: unknown airport', '/pireps/prefile', { ...flight, dpt_airport_id: 'QQQQ' }),
  post('prefile: no source_name', '/pireps/prefile', without('source_name')),
  post('prefile: level is a word', '/pireps/prefile', { ...flight, level: 'high' }),
  post('prefile: flight time is a word', '/pireps/prefile', { ...flight, planned_flight_time: 'long' }),
  get('pirep', '/pireps/{pirep}'),
  get('pirep: no key', '/pireps/{pirep}', 'nobody'),
  get('pirep: unknown', '/pireps/nosuchpirep', 'nobody'),
  get('user/pireps: open', '/user/pireps?state=0'),
];

const updating: readonly Step[] = [
  post('update', '/pireps/{pirep}/update', { status: 'BST', distance: 1.5, flight_time: 3, fuel_used: 12.5, level: 0 }),
  put('update by PUT', '/pireps/{pirep}/update', { status: 'TXI', flight_time: 4 }),
  put('pirep by PUT', '/pireps/{pirep}', { status: 'TOF' }),
  post('pirep by POST', '/pireps/{pirep}', { status: 'TKO' }),
  send('PATCH', 'pirep by PATCH', '/pireps/{pirep}', { status: 'ENR' }),
  post('update: empty', '/pireps/{pirep}/update', {}),
  post('update: status is a word', '/pireps/{pirep}/update', { status: 'enroute' }),
  post('update: distance is a word', '/pireps/{pirep}/update', { distance: 'far' }),
  post('update: flight time with a fraction', '/pireps/{pirep}/update', { flight_time: 72.5 }),
  post('update: flight time 72.0', '/pireps/{pirep}/update', '{"flight_time": 72.0}'),
  post('update: flight time null', '/pireps/{pirep}/update', { flight_time: null }),
  post('update: fuel is text of a number', '/pireps/{pirep}/update', { fuel_used: '15.5' }),
  post('update: score is a word', '/pireps/{pirep}/update', { score: 'good' }),
  post('update: state is a word', '/pireps/{pirep}/update', { state: 'in_progress' }),
  post('update: unknown member', '/pireps/{pirep}/update', { colour: 'red' }),
  post('update: fields', '/pireps/{pirep}/update', { fields: { 'Arrival Gate': 'B7' } }),
  post('update: another’s', '/pireps/{pirep}/update', { status: 'ENR' }, { as: 'other' }),
  post('update: no key', '/pireps/{pirep}/update', { status: 'ENR' }, { as: 'nobody' }),
  post('update: unknown pirep', '/pireps/nosuchpirep/update', { status: 'ENR' }),
];

const point = { lat: 40.64, lon: -73.78, altitude: 35, heading: 10, gs: 12, vs: 0 };
const reporting: readonly Step[] = [
  post('positions: one', `${acars}/position`, { positions: [point] }),
  post('positions: two', `${acars}/position`, {
    positions: [
      { ...point, lat: 40.65 },
      { ...point, lat: 40.66 },
    ],
  }),
  post('positions: the other path', `${acars}/positions`, { positions: [{ ...point, lat: 40.67 }] }),
  post('positions: with id', `${acars}/position`, {
    positions: [{ ...point, id: '{pointId}', created_at: '2026-01-02T03:04:05Z' }],
  }),
  post('positions: with id, again', `${acars}/position`, {
    positions: [{ ...point, id: '{pointId}', created_at: '2026-01-02T03:04:05Z' }],
  }),
  post('positions: unknown member', `${acars}/position`, { positions: [{ ...point, colour: 'red' }] }),
  post('positions: empty', `${acars}/position`, { positions: [] }),
  post('positions: none', `${acars}/position`, {}),
  post('positions: no list', `${acars}/position`, { positions: 'here' }),
  post('positions: a bare point', `${acars}/position`, point),
  post('positions: latitude missing', `${acars}/position`, { positions: [{ lon: 1 }] }),
  post('positions: latitude is a word', `${acars}/position`, { positions: [{ lat: 'north', lon: 1 }] }),
  post('positions: latitude is text of a number', `${acars}/position`, { positions: [{ ...point, lat: '40.68' }] }),
  post('positions: latitude null', `${acars}/position`, { positions: [{ ...point, lat: null }] }),
  post('positions: heading 400', `${acars}/position`, { positions: [{ ...point, heading: 400 }] }),
  post('positions: heading 359.6', `${acars}/position`, { positions: [{ ...point, heading: 359.6 }] }),
  post('positions: heading is a word', `${acars}/position`, { positions: [{ ...point, heading: 'N' }] }),
  post('positions: altitudes apart', `${acars}/position`, {
    positions: [{ lat: 40.69, lon: -73.7, altitude_agl: 10, altitude_msl: 40 }],
  }),
  post('positions: simulator’s clock malformed', `${acars}/position`, {
    positions: [{ ...point, sim_time: '2026-3-4 T5:6:7 Z' }],
  }),
  post('positions: simulator’s clock ahead', `${acars}/position`, {
    positions: [{ ...point, sim_time: '2099-01-01T00:00:00Z' }],
  }),
  post('positions: created_at malformed', `${acars}/position`, {
    positions: [{ ...point, created_at: 'yesterday-ish' }],
  }),
  post('positions: status is a word', `${acars}/position`, { positions: [{ ...point, lat: 40.7, status: 'enroute' }] }),
  post('positions: fractions', `${acars}/position`, {
    positions: [
      {
        ...point,
        lat: 40.71,
        gs: 250.5,
        vs: -1200.25,
        ias: 230.5,
        fuel: 8000.5,
        fuel_flow: 1200.5,
        altitude_msl: 5000.5,
        altitude_agl: 4900.5,
        distance: 12.5,
      },
    ],
  }),
  post('positions: members null', `${acars}/position`, {
    positions: [
      {
        lat: 40.72,
        lon: -73.6,
        gs: null,
        vs: null,
        fuel: null,
        altitude: null,
        heading: null,
        sim_time: null,
        created_at: null,
      },
    ],
  }),
  post('positions: one of two is bad', `${acars}/position`, { positions: [{ ...point, lat: 40.73 }, { lon: 1 }] }),
  post('positions: another’s', `${acars}/position`, { positions: [point] }, { as: 'other' }),
  post('positions: unknown pirep', '/pireps/nosuchpirep/acars/position', { positions: [point] }),
  get('positions: read', `${acars}/position`),
  get('positions: read, unknown pirep', '/pireps/nosuchpirep/acars/position'),
  post('logs', `${acars}/logs`, { logs: [{ log: 'Engines started', lat: 40.6, lon: -73.7 }] }),
  post('logs: with id', `${acars}/logs`, {
    logs: [{ log: 'Pushback', id: '{logId}', created_at: '2026-01-02T03:04:05Z' }],
  }),
  post('logs: empty', `${acars}/logs`, { logs: [] }),
  post('logs: text missing', `${acars}/logs`, { logs: [{ lat: 1, lon: 1 }] }),
  post('logs: long', `${acars}/logs`, { logs: [{ log: 'long '.repeat(100) }] }),
  post('events', `${acars}/events`, { events: [{ event: 'Beacon lights on' }] }),
  post('events: with place and time', `${acars}/events`, {
    events: [{ event: 'Gear up', lat: 40.6, lon: -73.7, created_at: '2026-01-02T03:04:06Z' }],
  }),
  post('events: client_event_id', `${acars}/events`, { events: [{ event: 'Gear down', client_event_id: 'e-1' }] }),
  post('events: empty', `${acars}/events`, { events: [] }),
  post('events: text missing', `${acars}/events`, { events: [{ lat: 1 }] }),
  post('logs: another’s', `${acars}/logs`, { logs: [{ log: 'x' }] }, { as: 'other' }),
  get('acars in flight', '/acars', 'nobody'),
  get('acars/geojson in flight', '/acars/geojson', 'nobody'),
  get('pirep: acars/geojson', `${acars}/geojson`, 'nobody'),
  get('pirep: acars/geojson, unknown', '/pireps/nosuchpirep/acars/geojson', 'nobody'),
  get('pirep in flight', '/pireps/{pirep}', 'nobody'),
];

export const flying: readonly Step[] = [...prefiling, ...updating, ...reporting];
