import { Type } from 'typebox';
import type { OpenRoute } from '../contract.ts';

/** Version of the public API that these calls are those of (its `module.json`). */
const apiVersion = '0.3.6';

export const handshake: OpenRoute = {
  method: 'GET',
  path: '/',
  summary: 'Handshake: name and version of the API',
  description: 'The address that the airline’s configuration of Stratos has, called by itself.',
  access: 'client',
  body: null,
  query: null,
  answers: {
    200: Type.Object({
      api_version: Type.String({ description: 'Version of the public API' }),
      handler: Type.String({ description: '`Stratos`' }),
    }),
  },
  refusals: [],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  handle: () => ({ status: 200, body: { api_version: apiVersion, handler: 'Stratos' } }),
};
