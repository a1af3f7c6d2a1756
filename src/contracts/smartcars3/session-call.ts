import { Type } from 'typebox';
import { invalid } from '../body.ts';
import { bodyAs, type OpenRoute } from '../contract.ts';
import { optionalText } from '../fields.ts';
import type { Flavour } from './flavour.ts';
import { encodePilot, pilotSchema } from './pilot-wire.ts';

const sessionBody = Type.Object(
  { session: optionalText('The session, as `login` returned it', 1024) },
  { title: 'SessionRequest' },
);

/** A call that names its session in the body, and returns its pilot with the same session. */
export function bySession(flavour: Flavour, texts: Pick<OpenRoute, 'path' | 'summary' | 'description'>): OpenRoute {
  return {
    ...texts,
    method: 'POST',
    access: 'client',
    body: { kind: 'object', schema: sessionBody },
    query: null,
    answers: { 200: pilotSchema },
    refusals: ['no-session', 'session-expired', 'pilot-not-allowed', 'crew-center-unavailable'],
    bodyLimit: 'normal',
    servesWhenDisabled: false,
    async handle(calls, request) {
      const { session } = bodyAs(sessionBody, request.body);
      const token = session?.trim() ?? '';
      if (token === '') throw invalid({ session: 'is required' });
      return { status: 200, body: await encodePilot(calls, flavour, await calls.resume(token)) };
    },
  };
}
