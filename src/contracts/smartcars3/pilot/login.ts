import { Type } from 'typebox';
import { invalid } from '../../body.ts';
import { bodyAs, type OpenRoute } from '../../contract.ts';
import { optionalText } from '../../fields.ts';
import { signInForLong } from '../../long-login.ts';
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
      const grant = await signInForLong(calls, {
        username,
        secret,
        address: request.address,
        takesApiKeys: flavour.takesApiKeys,
      });
      return { status: 200, body: await encodePilot(calls, flavour, grant) };
    },
  };
}
