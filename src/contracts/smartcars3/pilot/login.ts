import { Type } from 'typebox';
import { Secret } from '../../../lib/secret.ts';
import type { Calls, SessionGrant } from '../../../tracking/calls.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import { invalid } from '../../body.ts';
import { bodyAs, type OpenRoute } from '../../contract.ts';
import { optionalText } from '../../fields.ts';
import type { Flavour } from '../flavour.ts';
import { encodePilot, pilotSchema } from '../pilot-wire.ts';

const loginQuery = Type.Object({ username: optionalText('E-mail address, number or ident of the pilot', 255) });
const loginBody = Type.Object({
  username: optionalText('Where the query does not give it', 255),
  password: optionalText('Password, or the API key of a pilot who has none', 1024),
});

export function login(flavour: Flavour): OpenRoute {
  return {
    method: 'POST',
    path: '/pilot/login',
    summary: 'Log in',
    description:
      'The session lasts as long as the crew center lets long sessions last, 30 days by default: smartCARS starts with the one that it kept.',
    access: 'client',
    body: { kind: 'object', schema: loginBody },
    query: loginQuery,
    answers: { 200: pilotSchema },
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
      const { password, ...body } = bodyAs(loginBody, request.body);
      const username = (bodyAs(loginQuery, request.query).username ?? body.username ?? '').trim();
      const secret = password ?? '';
      if (username === '' || secret === '') {
        throw invalid({
          ...(username === '' ? { username: 'is required' } : {}),
          ...(secret === '' ? { password: 'is required' } : {}),
        });
      }
      const grant = await signIn(calls, flavour, { username, secret, address: request.address });
      return { status: 200, body: await encodePilot(calls, flavour, grant) };
    },
  };
}

interface Attempt {
  readonly username: string;
  readonly secret: string;
  readonly address: string;
}

/** By password; where that is wrong or switched off, by what looks like an API key: some pilots have no password. */
async function signIn(calls: Calls, flavour: Flavour, attempt: Attempt): Promise<SessionGrant> {
  const { username, secret, address } = attempt;
  const password = { kind: 'password', login: username, password: new Secret(secret) } as const;
  try {
    return await calls.login({ credential: password, address, lifetime: 'long' });
  } catch (error) {
    const mayBeKey = isRefusal(error, 'wrong-login') || isRefusal(error, 'password-login-disabled');
    if (!mayBeKey || !flavour.takesApiKeys || !looksLikeKey(secret)) throw error;
    return await signInByKey(calls, attempt, error);
  }
}

/** phpVMS 7 makes keys of 20 hexadecimal digits; older ones have up to 40 letters and digits. */
function looksLikeKey(secret: string): boolean {
  return /^[A-Za-z0-9]{16,64}$/.test(secret.trim());
}

async function signInByKey(calls: Calls, { username, secret, address }: Attempt, wrong: Refusal) {
  const apiKey = new Secret(secret.trim());
  const grant = await calls.login({ credential: { kind: 'api-key', apiKey }, address, lifetime: 'long' });
  if (await isNameOf(calls, grant, username)) return grant;
  await calls.logout(calls.authenticate(grant.token.reveal()));
  throw wrong.code === 'wrong-login' ? wrong : new Refusal('wrong-login', { message: 'Login or API key is wrong.' });
}

/** Whether the pilot has this login name: the key alone would sign in its owner, whatever the name. */
async function isNameOf({ desk }: Calls, { pilot }: SessionGrant, username: string): Promise<boolean> {
  const name = username.toLowerCase();
  if (name === pilot.id || name === pilot.ident.toLowerCase()) return true;
  const [, letters = '', digits = ''] = /^([a-z]*)0*(\d+)$/.exec(name) ?? [];
  const [, ownLetters = '', ownDigits = ''] = /^([a-z]*)0*(\d+)$/.exec(pilot.ident.toLowerCase()) ?? [];
  if (digits !== '' && digits === ownDigits && (letters === '' || letters === ownLetters)) return true;
  return desk.offers('profile') && (await desk.profile({ pilot })).email.toLowerCase() === name;
}
