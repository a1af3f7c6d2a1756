import type { Decoder, Kinds } from './decoder.ts';

// Rust with serde: a member of another type fails the whole answer, null fails where the type is no `Option`, and
// `serde(default)` stands in for an absent member alone.

const text: Kinds = 'anytext';
const textOrDefault: Kinds = 'anytext|absent';
const optional = (kind: Kinds): Kinds => `${kind}|null|absent`;
const optionalText = optional('anytext');
const textOrNumber: Kinds = 'anytext|number';
const optionalTextOrNumber = optional(textOrNumber);
const id: Kinds = 'integer|digits';

const airline = (at: string) => ({
  [at]: optional('object'),
  [`${at}.id`]: id,
  [`${at}.icao`]: textOrDefault,
  [`${at}.iata`]: optionalText,
  [`${at}.name`]: textOrDefault,
  [`${at}.logo`]: optionalText,
});
const airport = (at: string) => ({
  [`${at}.id`]: textOrNumber,
  [`${at}.icao`]: optionalTextOrNumber,
  [`${at}.iata`]: optionalTextOrNumber,
  [`${at}.name`]: optionalTextOrNumber,
  [`${at}.lat`]: optional('number'),
  [`${at}.lon`]: optional('number'),
  [`${at}.elevation`]: optional('number'),
});
const aircraft = (at: string) => ({
  [`${at}.id`]: 'integer',
  [`${at}.registration`]: optionalText,
  [`${at}.name`]: optionalText,
  [`${at}.icao`]: optionalText,
  [`${at}.airport_id`]: optionalText,
  [`${at}.state`]: optional('integer'),
  [`${at}.status`]: optionalText,
  [`${at}.mtow`]: optional('object'),
  [`${at}.mtow.kg`]: optional('number'),
  [`${at}.mtow.lbs`]: optional('number'),
});
const subfleet = (at: string) => ({
  [`${at}.id`]: 'integer',
  [`${at}.name`]: optionalText,
  [`${at}.icao`]: optionalText,
  [`${at}.type`]: optionalText,
  [`${at}.aircraft`]: 'list|absent',
  ...aircraft(`${at}.aircraft[]`),
});
const summary = (at: string) => ({
  [`${at}.id`]: text,
  [`${at}.airline_id`]: optional('integer'),
  [`${at}.flight_number`]: optionalText,
  [`${at}.aircraft_id`]: optional('integer'),
  [`${at}.state`]: optional('integer'),
  [`${at}.status`]: optionalText,
  [`${at}.dpt_airport_id`]: optionalText,
  [`${at}.arr_airport_id`]: optionalText,
  [`${at}.flight_id`]: optionalTextOrNumber,
  [`${at}.created_at`]: optionalText,
});
const flight = (at: string) => ({
  [at]: 'object',
  [`${at}.id`]: textOrNumber,
  [`${at}.flight_number`]: textOrNumber,
  ...Object.fromEntries(
    ['route_code', 'route_leg', 'callsign', 'alt_airport_id', 'dpt_time', 'arr_time', 'route', 'flight_type'].map(
      (name) => [`${at}.${name}`, optionalTextOrNumber],
    ),
  ),
  [`${at}.dpt_airport_id`]: textOrNumber,
  [`${at}.arr_airport_id`]: textOrNumber,
  [`${at}.flight_time`]: optional('integer'),
  [`${at}.level`]: optional('integer'),
  [`${at}.distance`]: optional('object'),
  [`${at}.distance.nmi`]: optional('number'),
  ...airline(`${at}.airline`),
  [`${at}.simbrief`]: optional('object'),
  [`${at}.simbrief.id`]: text,
  [`${at}.simbrief.aircraft_id`]: optional('integer'),
});

const lib = 'client/src-tauri/crates/api-client/src/lib.rs';
const reads: Decoder['reads'] = [
  {
    call: 'GET /user',
    source: `${lib}, Profile`,
    members: {
      'data.id': 'integer',
      'data.pilot_id': 'integer',
      'data.ident': optionalText,
      'data.name': text,
      'data.email': optionalText,
      'data.airline_id': optional('integer'),
      'data.curr_airport': optionalText,
      'data.home_airport': optionalText,
      'data.rank': optional('object'),
      'data.rank.name': optionalText,
      'data.callsign': optionalText,
      'data.state': optional('integer'),
      ...airline('data.airline'),
    },
  },
  {
    call: 'GET /user/bids',
    source: `${lib}, Bid and Flight`,
    members: {
      data: 'list',
      'data[].id': id,
      'data[].user_id': id,
      'data[].flight_id': textOrNumber,
      ...flight('data[].flight'),
    },
  },
  { call: 'GET /user/pireps?state=0', source: `${lib}, PirepSummary`, members: { data: 'list', ...summary('data[]') } },
  { call: 'GET /user/pireps', source: `${lib}, PirepSummary`, members: { data: 'list', ...summary('data[]') } },
  {
    call: 'GET /pireps/{id}',
    source: `${lib}, PirepFull`,
    members: {
      'data.id': text,
      'data.state': optional('integer'),
      'data.status': optionalText,
      'data.flight_number': optionalText,
      'data.dpt_airport_id': optionalText,
      'data.arr_airport_id': optionalText,
      'data.flight_time': optional('integer'),
    },
  },
  { call: 'POST /pireps/prefile', source: `${lib}, PirepCreated`, members: { 'data.id': text } },
  {
    call: 'GET /pireps/{id}/acars/position',
    source: `${lib}, AcarsPosition`,
    members: { data: 'list', 'data[].lat': optional('number'), 'data[].lon': optional('number') },
  },
  { call: 'GET /fleet', source: `${lib}, SubfleetWithAircraft`, members: { data: 'list', ...subfleet('data[]') } },
  { call: 'GET /fleet/aircraft/{id}', source: `${lib}, AircraftDetails`, members: aircraft('data') },
  { call: 'GET /airports/{id}', source: `${lib}, Airport`, members: airport('data') },
  {
    call: 'GET /news',
    source: `${lib}, NewsItem`,
    members: {
      data: 'list',
      'data[].id': id,
      'data[].subject': textOrDefault,
      'data[].body': textOrDefault,
      'data[].created_at': optionalText,
      'data[].updated_at': optionalText,
      'data[].user': optional('object'),
      'data[].user.name': optionalText,
    },
  },
];

/** Under the MIT licence at this version. */
export const aeroacars: Decoder = { client: 'AeroACARS 1.6.14', reads };

/** The same client of an earlier time: its types are those above, without state, times and weights of aircraft. */
export const asaAcars: Decoder = {
  client: 'ASA-ACARS 0.11.9',
  reads: reads
    .filter(({ call }) => call !== 'GET /user/pireps?state=0' && call !== 'GET /news')
    .map((each) => ({ ...each, source: each.source.replace('client/', '') })),
};
