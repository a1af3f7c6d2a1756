import { Type } from 'typebox';
import { bodyAs, type OpenRoute, type SessionRoute } from '../contract.ts';
import { decodeCredential } from '../credential.ts';
import { optionalText } from '../fields.ts';
import { encodeGrant, grantSchema } from '../status-wire.ts';
import { success } from './success.ts';

const loginSchema = Type.Object({
  login: optionalText('E-mail or ident (`VMS0002`, `vms2`)', 255),
  password: optionalText('Password', 1024),
  api_key: optionalText("The pilot's API key, instead of login and password", 255),
});

export const login: OpenRoute = {
  method: 'POST',
  path: '/auth',
  summary: 'Log in',
  description:
    'With `login` and `password`, or with `api_key` (always accepted). Send the token in `Authorization: Bearer` or, if a host strips that header, in `X-Tracker-Token`.',
  access: 'client',
  body: { kind: 'object', schema: loginSchema },
  query: null,
  answers: { 200: grantSchema },
  refusals: [
    'wrong-login',
    'password-login-disabled',
    'login-throttled',
    'pilot-not-allowed',
    'crew-center-unavailable',
  ],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  async handle(calls, request) {
    const body = bodyAs(loginSchema, request.body);
    const credential = decodeCredential({ login: body.login, password: body.password, apiKey: body.api_key });
    return { status: 200, body: encodeGrant(await calls.login({ credential, address: request.address })) };
  },
};

export const logout: SessionRoute = {
  method: 'DELETE',
  path: '/auth',
  summary: 'Log out',
  description: 'Ends the session. An open flight stays open.',
  access: 'session',
  body: null,
  query: null,
  answers: { 200: Type.Object({ success }) },
  refusals: [],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
  async handle(calls, session) {
    await calls.logout(session);
    return { status: 200, body: { success: true } };
  },
};
