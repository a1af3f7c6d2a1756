import { Type } from 'typebox';
import type { Session } from '../../../tracking/calls.ts';
import type { PilotPlaces } from '../../../tracking/desk.ts';
import type { Airline, PilotProfile, PilotStatistics } from '../../../tracking/desk-model.ts';
import type { Bid } from '../../../tracking/model.ts';
import { nullable } from '../../fields.ts';
import { airlineRow, airlineSchema } from './airline.ts';
import { nullableIdSchema, numberId, numberIdSchema } from './ids.ts';
import { type subfleetRows, subfleetSchema } from './subfleet.ts';
import { rowTimes } from './times.ts';

const pilotFields = {
  id: numberIdSchema("The crew center's id of the pilot"),
  pilot_id: numberIdSchema('Number of the pilot'),
  ident: Type.String({ description: 'As shown to people: `VMS0002`' }),
  name: Type.String({ description: 'Name' }),
  name_private: Type.String({ description: 'Name as strangers see it' }),
  avatar: nullable<string>('string', { description: 'Address of the picture' }),
  rank_id: nullableIdSchema('Id of the rank'),
  last_pirep_id: nullable<string>('string', { description: 'Id of the last PIREP' }),
  flights: Type.Integer({ description: 'Accepted flights' }),
  flight_time: Type.Integer({ description: 'Accepted flight time, minutes' }),
  transfer_time: Type.Integer({ description: 'Time that was flown elsewhere, minutes' }),
  total_time: Type.Integer({ description: 'Both, minutes' }),
  timezone: nullable<string>('string', { description: 'Time zone' }),
  state: Type.Integer({ description: '1: active, 3: on leave' }),
};

/** A pilot as a PIREP names one. */
export const pilotSchema = Type.Object(
  {
    ...pilotFields,
    home_airport: nullable<string>('string', { description: 'Home airport' }),
    curr_airport: nullable<string>('string', { description: 'Where the pilot is' }),
    airline: airlineSchema,
  },
  { title: 'Pilot' },
);

const bidOfUserSchema = Type.Object(
  {
    id: numberIdSchema('Id of the bid'),
    user_id: numberIdSchema('Id of the pilot'),
    flight_id: Type.String({ description: 'Id of the scheduled flight' }),
    ...rowTimes,
  },
  { title: 'BidOfUser' },
);

export const userSchema = Type.Object(
  {
    ...pilotFields,
    home_airport: Type.Optional(Type.String({ description: 'Home airport' })),
    curr_airport: Type.Optional(Type.String({ description: 'Where the pilot is' })),
    airline: Type.Optional(airlineSchema),
    bids: Type.Array(bidOfUserSchema, { description: 'The bids' }),
    rank: Type.Object(
      {
        name: nullable<string>('string', { description: 'Name of the rank' }),
        subfleets: Type.Optional(Type.Array(subfleetSchema, { description: 'What the pilot may fly' })),
      },
      { title: 'Rank' },
    ),
  },
  { title: 'User' },
);

interface UserParts {
  readonly session: Session;
  readonly profile: Pick<PilotProfile, 'avatarUrl' | 'rank'> & PilotPlaces;
  readonly statistics: Pick<PilotStatistics, 'flights' | 'flightTimeMin'>;
  readonly airline: Airline | null;
  readonly bids: readonly Bid[];
  /** Null leaves them out. */
  readonly subfleets: ReturnType<typeof subfleetRows> | null;
}

/**
 * A pilot as a flight names one: no more is known without asking the crew center. Ids at networks are left out: typed
 * clients take numbers and texts of digits, and neither an empty text nor null.
 */
export function pilotRow({ id, ident, name }: Session['pilot'], airline: object) {
  return {
    id: numberId(id),
    pilot_id: numberOf(ident, id),
    ident,
    name,
    name_private: name,
    avatar: null,
    rank_id: null,
    home_airport: null,
    curr_airport: null,
    last_pirep_id: null,
    flights: 0,
    flight_time: 0,
    transfer_time: 0,
    total_time: 0,
    timezone: null,
    state: 1,
    airline,
  };
}

/** `VMS0002` is number 2. */
function numberOf(ident: string, id: string): number | string {
  return numberId(/(?<!\d)\d+$/.exec(ident)?.[0].replace(/^0+(?=\d)/, '') ?? id);
}

/** Where the pilot is, and the airline, are left out where they are not known: clients look into them. */
export function userRow({ session, profile, statistics, airline, bids, subfleets }: UserParts) {
  const { id, ident, name } = session.pilot;
  const { flights, flightTimeMin } = statistics;
  const { homeAirport, currentAirport, avatarUrl } = profile;
  return {
    id: numberId(id),
    pilot_id: numberOf(ident, id),
    ident,
    name,
    name_private: name,
    avatar: avatarUrl,
    rank_id: null,
    last_pirep_id: null,
    ...(homeAirport === null ? {} : { home_airport: homeAirport }),
    ...(currentAirport === null ? {} : { curr_airport: currentAirport }),
    flights,
    flight_time: flightTimeMin,
    transfer_time: 0,
    total_time: flightTimeMin,
    timezone: null,
    // app/Models/Enums/UserState.php; others do not get here.
    state: profile.standing === 'on-leave' ? 3 : 1,
    ...(airline === null ? {} : { airline: airlineRow(airline) }),
    bids: bids.map((bid) => ({
      id: numberId(bid.id),
      user_id: numberId(id),
      flight_id: bid.plan.scheduleId ?? '',
      created_at: null,
      updated_at: null,
    })),
    rank: { name: profile.rank.name || null, ...(subfleets !== null && { subfleets }) },
  };
}

/** The number in an ident: 2 of `VMS0002`. */
export function pilotNumber(ident: string) {
  return numberId(/(?<!\d)\d+$/.exec(ident)?.[0].replace(/^0+(?=\d)/, '') ?? null);
}
