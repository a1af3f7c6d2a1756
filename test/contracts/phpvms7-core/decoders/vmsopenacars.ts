import type { Decoder, Kinds } from './decoder.ts';

// C# with Newtonsoft's JObject: `?.` goes past an absent member and not past null; `Value<int>()` throws on null and on an
// empty text; a member of null that is looked into throws; `ToString()` takes everything.

const number: Kinds = 'number|digits|absent';
/** Looked into. */
const object: Kinds = 'object|absent';
const nullableNumber: Kinds = 'number|digits|null|absent';
const any: Kinds = 'anytext|number|boolean|null|absent';

const pirep = (at: string) => ({
  [`${at}.id`]: 'text',
  [`${at}.flight_number`]: any,
  [`${at}.dpt_airport_id`]: any,
  [`${at}.arr_airport_id`]: any,
  [`${at}.aircraft_id`]: any,
  [`${at}.created_at`]: any,
  [`${at}.updated_at`]: any,
  [`${at}.block_fuel`]: object,
  [`${at}.block_fuel.kg`]: number,
  [`${at}.fuel_used`]: object,
  [`${at}.fuel_used.kg`]: number,
  [`${at}.distance`]: object,
  [`${at}.distance.nmi`]: number,
  [`${at}.flight_time`]: number,
  [`${at}.aircraft`]: object,
});

const api = 'Services/ApiService.cs';
const flights = 'Services/PhpVmsFlightService.cs';

export const vmsOpenAcars: Decoder = {
  client: 'vmsOpenAcars 7.0.6',
  reads: [
    {
      call: 'GET /user',
      source: `${api}, GetPilotData`,
      members: {
        'data.id': number,
        'data.ident': 'text',
        'data.name': 'text',
        'data.airline_id': number,
        'data.rank': object,
        'data.rank.name': any,
        'data.curr_airport': any,
        'data.ivao_id': number,
        'data.airline': object,
        'data.airline.country': any,
        'data.curr_aircraft': object,
      },
    },
    {
      call: 'GET /user/bids',
      source: `${api}, GetPilotBids`,
      members: {
        data: 'list',
        'data[].id': any,
        'data[].flight': 'object',
        'data[].flight.id': 'text',
        'data[].flight.distance': object,
        'data[].flight.distance.nmi': nullableNumber,
        'data[].flight.subfleets': 'list|absent',
        'data[].flight.flight_time': nullableNumber,
        'data[].flight.level': nullableNumber,
      },
    },
    {
      call: 'GET /user/pireps',
      source: `${api}, GetActivePireps`,
      members: { data: 'list', 'data[].state': 'integer', ...pirep('data[]') },
    },
    { call: 'GET /pireps/{id}', source: `${api}, GetPirepDetail`, members: { data: 'object', ...pirep('data') } },
    {
      call: 'POST /pireps/prefile',
      source: `${api}, PrefileFlight`,
      members: { data: 'object', 'data.id': 'text', 'data.created_at': any },
    },
    {
      call: 'GET /pireps/{id}/acars',
      source: `${api}, GetPirepAcarsAsync; Models/AcarsPosition.cs`,
      members: {
        data: 'list',
        'data[].id': any,
        'data[].status': any,
        'data[].log': any,
        ...Object.fromEntries(['lat', 'lon'].map((name) => [`data[].${name}`, 'number|digits'])),
        ...Object.fromEntries(
          [
            ...[
              'type',
              'nav_type',
              'order',
              'distance',
              'heading',
              'altitude',
              'altitude_agl',
              'altitude_msl',
              'vs',
              'gs',
            ],
            ...['ias', 'transponder', 'fuel', 'gforce', 'pitch', 'bank'],
          ].map((name) => [`data[].${name}`, nullableNumber]),
        ),
        'data[].autopilot': 'boolean|null|absent',
        'data[].sim_time': 'text|null|absent',
        'data[].created_at': 'instant|null|absent',
        'data[].updated_at': 'instant|null|absent',
      },
    },
    {
      call: 'GET /flights',
      source: `${flights}, search`,
      members: {
        data: 'list',
        'data[].distance': object,
        'data[].distance.nmi': nullableNumber,
        'data[].subfleets': 'list|null|absent',
        'data[].airline': 'object|null|absent',
        'data[].flight_time': number,
        'meta.last_page': number,
      },
    },
    {
      call: 'GET /fleet',
      source: `${flights}, fleet`,
      members: {
        data: 'list',
        'data[].aircraft': 'list|null|absent',
        'data[].aircraft[].status': any,
        'meta.last_page': number,
      },
    },
    {
      call: 'GET /airports/{id}',
      source: `${api}, LoadAirportCoordinates`,
      members: { data: 'object', 'data.lat': 'number|absent', 'data.lon': 'number|absent' },
    },
  ],
};
