import { Type } from 'typebox';
import type { OpenRoute } from '../contract.ts';
import type { Flavour } from './flavour.ts';

/** What smartCARS Central asks of a Script URL before it takes it. */
export function handshake({ handler, apiVersion }: Flavour): OpenRoute {
  return {
    method: 'GET',
    path: '/',
    summary: 'Which API answers here',
    description:
      'The address of this call is the Script URL of smartCARS Central. It is answered with and without the last slash, and never by a redirect.',
    access: 'client',
    body: null,
    query: null,
    answers: {
      200: Type.Object({
        apiVersion: Type.String({ description: 'Version of the public API that is answered' }),
        handler: Type.String({ description: `\`${handler}\`` }),
      }),
    },
    refusals: [],
    bodyLimit: 'normal',
    servesWhenDisabled: false,
    handle: () => ({ status: 200, body: { apiVersion, handler } }),
  };
}
