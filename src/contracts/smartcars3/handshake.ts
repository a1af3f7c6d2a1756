import { Type } from 'typebox';
import type { OpenRoute } from '../contract.ts';
import type { Flavour } from './flavour.ts';

/** The call by which smartCARS Central verifies a Script URL. */
export function handshake({ handler, apiVersion }: Flavour): OpenRoute {
  return {
    method: 'GET',
    path: '/',
    summary: 'Handshake: name and version of the API',
    description:
      'The address of this call is the Script URL of smartCARS Central. It works with and without the last slash, and never redirects.',
    access: 'client',
    body: null,
    query: null,
    answers: {
      200: Type.Object({
        apiVersion: Type.String({ description: 'Version of the public API' }),
        handler: Type.String({ description: `\`${handler}\`` }),
      }),
    },
    refusals: [],
    bodyLimit: 'normal',
    servesWhenDisabled: false,
    handle: () => ({ status: 200, body: { apiVersion, handler } }),
  };
}
