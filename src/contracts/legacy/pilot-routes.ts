import { Type } from 'typebox';
import type { Status } from '../../tracking/calls.ts';
import { bidSchema, encodeBid } from '../bid-wire.ts';
import { bodyAs, type OpenRoute, type SessionRoute } from '../contract.ts';
import { decodeCredential } from '../credential.ts';
import { nullable, nullableObject, optionalId, optionalText } from '../fields.ts';
import { encodeView, viewSchema } from '../flight-wire.ts';
import { encodeGrant, encodeStatus, grantSchema, statusFields } from '../status-wire.ts';

/** What a client finds by discovery: the scripts, relative to `bootstrap.php`. */
const endpoints = {
  status: 'status.php',
  login: 'login.php',
  bid: 'get_bid.php',
  position: 'position.php',
  submit: 'submit_log.php',
};

const faceFields = {
  platform: Type.String({ description: '`host_v5`' }),
  mode: Type.String({ description: '`legacy_patch`' }),
  ...statusFields,
};

function face(status: Status) {
  return { platform: 'host_v5', mode: 'legacy_patch', ...encodeStatus(status, { events: false, cancel: false }) };
}

const openFace = {
  method: 'GET',
  access: 'open',
  body: null,
  query: null,
  refusals: [],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
} as const;

export const bootstrap: OpenRoute = {
  ...openFace,
  path: '/bootstrap.php',
  summary: 'What answers here, and where its scripts are',
  description: 'A client finds the variant by it: `mode` is `legacy_patch`.',
  answers: {
    200: Type.Object({
      ...faceFields,
      endpoints: Type.Record(Type.String(), Type.String(), { description: 'Scripts, relative to this one' }),
    }),
  },
  handle: (calls) => ({ status: 200, body: { ...face(calls.status()), endpoints } }),
};

export const status: OpenRoute = {
  ...openFace,
  path: '/status.php',
  summary: 'That it answers, and its version',
  description: 'The same without the scripts.',
  answers: { 200: Type.Object(faceFields) },
  handle: (calls) => ({ status: 200, body: face(calls.status()) }),
};

const loginSchema = Type.Object({
  login: optionalId('E-mail or ident (`TVA0001`); also as `username`, `email` or `pilot_id`'),
  username: optionalId('Another name of `login`'),
  email: optionalText('Another name of `login`', 255),
  pilot_id: optionalId('Another name of `login`'),
  password: optionalText('Password', 1024),
  api_key: optionalText("The platform's own key of the pilot, where it has such keys", 255),
});

export const login: OpenRoute = {
  method: 'POST',
  path: '/login.php',
  summary: 'Log in',
  description:
    'The token goes into `Authorization: Bearer`, into `X-Tracker-Token`, or into the field `token` of every other call.',
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

export const getBid: SessionRoute = {
  method: 'POST',
  path: '/get_bid.php',
  summary: "The pilot's latest bid, and the open flight",
  description:
    "Latest is what the platform's own function returns. `open_flight` lets a client that was restarted go on; its `last_seq` tells where to go on counting.",
  access: 'session',
  body: { kind: 'object', schema: Type.Object({}) },
  query: null,
  answers: {
    200: Type.Object({
      success: Type.Boolean({ description: 'true' }),
      bid: nullableObject(bidSchema, 'null when there is none'),
      blocked: nullable<string>('string', { description: 'Why no bid is given although the pilot has one, in words' }),
      open_flight: nullableObject(viewSchema, 'null when none is open'),
    }),
  },
  refusals: ['crew-center-unavailable'],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  async handle(calls, session) {
    const { bid, blocked, openFlight } = await calls.latestBid(session);
    const body = {
      success: true,
      bid: bid === null ? null : encodeBid(bid),
      blocked,
      open_flight: openFlight === null ? null : encodeView(openFlight),
    };
    return { status: 200, body };
  },
};
