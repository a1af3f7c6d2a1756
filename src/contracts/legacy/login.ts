import { Type } from 'typebox';
import { bodyAs, type OpenRoute } from '../contract.ts';
import { decodeCredential } from '../credential.ts';
import { optionalId, optionalText } from '../fields.ts';
import { encodeGrant, grantSchema } from '../status-wire.ts';

const loginSchema = Type.Object({
  login: optionalId('E-mail or ident (`TVA0001`); also as `username`, `email` or `pilot_id`'),
  username: optionalId('Another name of `login`'),
  email: optionalText('Another name of `login`', 255),
  pilot_id: optionalId('Another name of `login`'),
  password: optionalText('Password', 1024),
  api_key: optionalText("The pilot's API key, if the platform has such keys", 255),
});

export const login: OpenRoute = {
  method: 'POST',
  path: '/login.php',
  summary: 'Log in',
  description:
    'Send the token with every other call: in `Authorization: Bearer`, in `X-Tracker-Token`, or in the field `token`.',
  access: 'client',
  body: { kind: 'object', schema: loginSchema },
  query: null,
  answers: { 200: grantSchema },
  refusals: ['wrong-login', 'login-throttled', 'pilot-not-allowed', 'crew-center-unavailable'],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  async handle(calls, request) {
    const body = bodyAs(loginSchema, request.body);
    const names = [body.login, body.username, body.email, body.pilot_id].map((name) => String(name ?? ''));
    const name = names.find((each) => each.trim() !== '');
    const credential = decodeCredential({ login: name, password: body.password, apiKey: body.api_key });
    return { status: 200, body: encodeGrant(await calls.login({ credential, address: request.address })) };
  },
};
