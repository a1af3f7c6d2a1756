import type { Decoder, Kinds } from './decoder.ts';

// Go with encoding/json: null and an absent member leave the zero of the type; another type fails the whole answer.

const or = (kind: Kinds): Kinds => `${kind}|null|absent`;
const [text, integer, number, instant] = [or('anytext'), or('integer'), or('number'), or('instant')];

const all = (at: string, kind: Kinds, names: string): Readonly<Record<string, Kinds>> =>
  Object.fromEntries(names.split(' ').map((name) => [`${at}.${name}`, kind]));

const airport = (at: string) => ({
  [at]: or('object'),
  ...all(at, text, 'id iata icao name location region country timezone notes elevation description'),
  ...all(at, or('boolean'), 'hub'),
  ...all(at, number, 'lat lon'),
  ...all(at, integer, 'ground_handling_cost fuel_100ll_cost fuel_jeta_cost fuel_mogas_cost'),
  ...all(at, instant, 'deleted_at'),
});
const distances = (at: string) => ({ [at]: or('object'), ...all(at, number, 'm km mi nmi') });
const weights = (at: string) => ({ [at]: or('object'), ...all(at, number, 'kg lbs') });
const pirep = (at: string) => ({
  ...all(at, text, 'id event_id flight_id flight_number route_code route_leg flight_type dpt_airport_id'),
  ...all(at, text, 'arr_airport_id alt_airport_id route notes source_name status ident phase status_text'),
  ...all(at, integer, 'user_id airline_id aircraft_id level flight_time planned_flight_time zfw score source state'),
  ...all(at, number, 'landing_rate'),
  ...all(at, instant, 'submitted_at block_off_time block_on_time created_at updated_at deleted_at'),
  ...distances(`${at}.distance`),
  ...distances(`${at}.planned_distance`),
  ...weights(`${at}.block_fuel`),
  ...weights(`${at}.fuel_used`),
  [`${at}.airline`]: or('object'),
  ...all(`${at}.airline`, integer, 'id'),
  ...all(`${at}.airline`, text, 'icao iata name country logo'),
  ...airport(`${at}.dpt_airport`),
  ...airport(`${at}.arr_airport`),
  [`${at}.aircraft`]: or('object'),
  ...all(`${at}.aircraft`, integer, 'id subfleet_id flight_time state'),
  ...all(
    `${at}.aircraft`,
    text,
    'icao iata airport_id hub_id name registration fin hex_code selcal simbrief_type status ident',
  ),
  ...all(`${at}.aircraft`, instant, 'landing_time created_at updated_at deleted_at'),
  ...Object.assign(
    {},
    ...['dow', 'mtow', 'mlw', 'zfw', 'fuel_onboard'].map((name) => weights(`${at}.aircraft.${name}`)),
  ),
});
const meta = {
  ...all('meta', integer, 'current_page from last_page per_page to total'),
  ...all('meta', text, 'path prev_page next_page'),
  ...all('links', text, 'first last prev next'),
};

export const pxp: Decoder = {
  client: 'pxp (phpvms-xplane) c276c64',
  reads: [
    { call: 'GET /pireps', source: 'models/listedpirep.go', members: { data: 'list', ...pirep('data[]'), ...meta } },
    {
      // It takes the first one if that is in progress.
      call: 'GET /pireps while a flight is open',
      source: 'internal/tui/model.go, fetchInProgressPIREPMsg',
      members: { 'data.0.state': 'integer', 'data.0.level': 'integer', 'data.0.fields': 'texts' },
    },
    {
      call: 'POST /pireps/prefile',
      source: 'models/listedpirep.go',
      members: { data: 'object', ...pirep('data'), 'data.id': 'text' },
    },
    {
      call: 'GET /user/fleet',
      source: 'models/aircraftfleet.go',
      members: {
        data: 'list',
        ...all('data[]', integer, 'id airline_id fuel_type ground_handling_multiplier'),
        ...all('data[]', text, 'hub_id type simbrief_type name cost_block_hour cost_delay_minute cargo_capacity'),
        ...all('data[]', text, 'fuel_capacity gross_weight'),
        ...all('data[]', instant, 'created_at updated_at deleted_at'),
        'data[].fares': or('list'),
        'data[].aircraft': or('list'),
        ...all('data[].aircraft[]', integer, 'id'),
        ...all('data[].aircraft[]', text, 'registration icao name'),
      },
    },
    {
      call: 'GET /airlines',
      source: 'models/airline.go',
      members: {
        data: 'list',
        ...all('data[]', integer, 'id'),
        ...all('data[]', text, 'icao iata name country logo'),
        ...meta,
      },
    },
  ],
};
