import { Type } from 'typebox';
import type { Calls } from '../../tracking/calls.ts';
import type { Pilot } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { readProfile, wireId } from '../client-rows.ts';
import { bodyAs, type OpenRoute, type SessionRoute } from '../contract.ts';
import { nullable, optionalText } from '../fields.ts';
import { signInForLong } from '../long-login.ts';
import { reading } from '../params.ts';

const pilotFields = {
  db_id: Type.Integer({ description: "The crew center's id of the pilot" }),
  pilot_id: Type.String({ description: 'As shown to people: `DMO0001`' }),
  first_name: Type.String({ description: 'First name' }),
  last_name: Type.String({ description: 'The rest of the name' }),
  email: Type.String({ description: 'E-mail address; empty where the crew center does not say' }),
  rank: Type.String({ description: 'Name of the rank' }),
  rank_image: nullable<string>('string', { description: 'Address of its picture' }),
  rank_level: Type.Integer({ description: 'How many ranks need fewer hours' }),
  avatar: nullable<string>('string', { description: "Address of the pilot's picture" }),
};

const loginBody = Type.Object({
  username: optionalText('E-mail address, number or ident of the pilot', 255),
  password: optionalText('Password, or the API key of the pilot', 1024),
});

export const login: OpenRoute = {
  method: 'POST',
  path: '/pilot/login',
  summary: 'Log in',
  description:
    'The token lasts as long as the crew center lets long sessions last, 30 days by default. It is a session of this server, not the API key, so that it can be ended.',
  access: 'client',
  body: { kind: 'object', schema: loginBody },
  query: null,
  answers: {
    200: Type.Object({ ...pilotFields, token: Type.String({ description: 'For `Authorization: Bearer`' }) }),
  },
  refusals: [
    'wrong-login',
    'login-throttled',
    'password-login-disabled',
    'pilot-not-allowed',
    'crew-center-unavailable',
  ],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  async handle(calls, request) {
    const { username, password } = bodyAs(loginBody, request.body);
    const name = (username ?? '').trim();
    const secret = password ?? '';
    // As the module answers a form that was not filled in: there is no such pilot.
    if (name === '' || secret === '')
      throw new Refusal('wrong-login', { message: 'Enter the e-mail address or pilot id, and the password.' });
    const attempt = { username: name, secret, address: request.address, takesApiKeys: true };
    const { pilot, token } = await signInForLong(calls, attempt);
    return { status: 200, body: { ...(await encodePilot(calls, pilot)), token: token.reveal() } };
  },
};

export const verify: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/pilot/verify',
  summary: 'Whose token this is',
  description: 'The same as `pilot/login`, without the token.',
  body: null,
  query: null,
  answers: { 200: Type.Object(pilotFields) },
  handle: async (calls, { pilot }) => ({ status: 200, body: await encodePilot(calls, pilot) }),
};

async function encodePilot({ desk }: Pick<Calls, 'desk'>, pilot: Pick<Pilot, 'id' | 'ident' | 'name'>) {
  const profile = await readProfile(desk, pilot);
  return {
    db_id: wireId(pilot.id),
    pilot_id: pilot.ident,
    first_name: profile.firstName,
    last_name: profile.lastName,
    email: profile.email,
    rank: profile.rank.name,
    rank_image: profile.rank.imageUrl,
    rank_level: Math.max(0, profile.rank.level - 1),
    avatar: profile.avatarUrl,
  };
}
