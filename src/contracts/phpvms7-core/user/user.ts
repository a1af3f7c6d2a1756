import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { SessionRoute } from '../../contract.ts';
import { optionalText } from '../../fields.ts';
import { dataSchema, reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { bidsUnderWay, orOwnKnowledge } from '../own-knowledge.ts';
import { idParams } from '../path-params.ts';
import { subfleetRows } from '../rows/subfleet.ts';
import { userRow, userSchema } from '../rows/user.ts';
import { readSurroundings } from '../surroundings.ts';

const userQuery = Type.Object({ with: optionalText('Empty: without the subfleets', 200) });
const answers = { 200: dataSchema(userSchema) };

const own: Omit<SessionRoute, 'path' | 'summary' | 'description' | 'params'> = {
  ...reading,
  query: userQuery,
  answers,
  handle: (calls, session, { query }) => answerUser(calls, session, query.with),
};

export const user: SessionRoute = hostFirst({
  ...own,
  path: '/user',
  summary: 'The pilot whose key it is',
  description: 'Clients start with it to see whether the key is right.',
});

export const usersMe: SessionRoute = hostFirst({
  ...own,
  path: '/users/me',
  summary: 'The same',
  description: 'See `GET /user`.',
});

export const userById: SessionRoute = hostFirst({
  ...own,
  path: '/users/{id}',
  summary: 'The same, by id',
  description: 'Other pilots are not shown by the embedded crew center.',
  params: idParams,
  handle(calls, session, { query, params }) {
    requireOwn(session, params.id);
    return answerUser(calls, session, query.with);
  },
});

/** @throws Refusal `not-found` for another pilot's id */
export function requireOwn({ pilot }: Session, id: unknown): void {
  if (id !== pilot.id && id !== 'me') throw new Refusal('not-found', { message: 'There is no such pilot.' });
}

function answerUser(calls: Calls, session: Session, withParts: unknown) {
  return orOwnKnowledge(
    () => readUser(calls, session, withParts),
    async () => {
      const profile = { ...unknownProfile, homeAirport: null, currentAirport: null, standing: 'active' as const };
      const bids = await bidsUnderWay(calls, session);
      const parts = { session, profile, statistics: { flights: 0, flightTimeMin: 0 }, airline: null, bids };
      return { status: 200, body: { data: userRow({ ...parts, subfleets: null }) } };
    },
  );
}

const unknownProfile = { avatarUrl: null, rank: { name: '', imageUrl: null, level: 0 } };

async function readUser(calls: Calls, session: Session, withParts: unknown) {
  const { desk } = calls;
  const profile = await desk.profile(session);
  const statistics = await desk.statistics(session);
  const { airlines, fleet, hasSubfleets } = await readSurroundings(calls, session, withParts);
  const airline = airlines.find(({ id }) => id === profile.airlineId) ?? null;
  const bids = await calls.listBids(session);
  const subfleets = hasSubfleets ? subfleetRows(fleet.filter(({ isAllowed }) => isAllowed)) : null;
  return { status: 200, body: { data: userRow({ session, profile, statistics, airline, bids, subfleets }) } };
}
