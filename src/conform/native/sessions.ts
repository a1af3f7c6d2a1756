import { at, expect, expectEqual, expectShape, expectStatus } from '../expect.ts';
import type { NativeCheck } from './scene.ts';

/** How a client finds the contract and signs in, and what refusals look like. */
export const sessionChecks: readonly NativeCheck[] = [
  {
    id: 'status/shape',
    requires:
      '`GET /status` says mode `native_module`, name, version, server_time, limits and features, without a session.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('GET', '/status');
      expectStatus(answer, 200);
      expectEqual('mode', at(answer.json, 'mode'), 'native_module');
      expectShape('the body', answer.json, {
        name: 'text',
        version: 'text',
        server_time: 'text',
        'limits.body_bytes': 'whole',
        features: 'object',
        'limits.positions_per_call': 'whole',
        'limits.requests_per_second': 'number',
      });
    },
  },
  {
    id: 'auth/password',
    requires: '`POST /auth` with login and password returns a token, when it expires, and the pilot.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/auth', { ...scene.pilot });
      expectStatus(answer, 200);
      expectShape('the body', answer.json, {
        token: 'text',
        expires_at: 'text',
        'pilot.id': 'text',
        'pilot.ident': 'text',
      });
      await scene.send('DELETE', '/auth', undefined, { authorization: `Bearer ${at(answer.json, 'token')}` });
    },
  },
  {
    id: 'auth/wrong-password',
    requires: 'A wrong password is 401 `wrong-login`, with the same words as for an unknown pilot.',
    writes: false,
    async run(scene) {
      const wrong = await scene.send('POST', '/auth', { login: scene.pilot.login, password: 'conform-wrong' });
      const unknown = await scene.send('POST', '/auth', {
        login: 'conform-nobody@example.com',
        password: 'conform-wrong',
      });
      for (const answer of [wrong, unknown]) {
        expectStatus(answer, 401);
        expectEqual('error.code', at(answer.json, 'error.code'), 'wrong-login');
      }
      expectEqual('the message', at(wrong.json, 'error.message'), String(at(unknown.json, 'error.message')));
    },
  },
  {
    id: 'auth/both-headers',
    requires: 'The token is taken in `Authorization: Bearer` and in `X-Tracker-Token`.',
    writes: false,
    async run(scene) {
      const token = await scene.session();
      expectStatus(await scene.send('GET', '/bids', undefined, { authorization: `Bearer ${token}` }), 200);
      expectStatus(await scene.send('GET', '/bids', undefined, { 'x-tracker-token': token }), 200);
    },
  },
  {
    id: 'auth/needed',
    requires: 'Without a session a call is 401 `no-session`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('GET', '/bids');
      expectStatus(answer, 401);
      expectEqual('error.code', at(answer.json, 'error.code'), 'no-session');
    },
  },
  {
    id: 'auth/log-out',
    requires: 'After `DELETE /auth` the token is refused with 401.',
    writes: false,
    async run(scene) {
      const { json } = await scene.send('POST', '/auth', { ...scene.pilot });
      const headers = { authorization: `Bearer ${at(json, 'token')}` };
      expectStatus(await scene.send('DELETE', '/auth', undefined, headers), 200);
      expectStatus(await scene.send('GET', '/bids', undefined, headers), 401);
    },
  },
  {
    id: 'error/shape',
    requires:
      'A refusal is `{success: false, error: {code, message}}`: 404 for an unknown path, 405 for another method.',
    writes: false,
    async run(scene) {
      const refusals = [await scene.ask('GET', '/conform-unknown'), await scene.ask('PUT', '/position', {})] as const;
      for (const [index, answer] of refusals.entries()) {
        expectStatus(answer, index === 0 ? 404 : 405);
        expectEqual('success', at(answer.json, 'success'), false);
        expectShape('error', at(answer.json, 'error'), { code: 'text', message: 'text' });
      }
    },
  },
  {
    id: 'error/malformed',
    requires: 'A body that is no JSON is 400 `malformed`.',
    writes: false,
    async run(scene) {
      const answer = await scene.ask('POST', '/start', '{"bid_id":', { 'content-type': 'application/json' });
      expectStatus(answer, 400);
      expectEqual('error.code', at(answer.json, 'error.code'), 'malformed');
    },
  },
  {
    id: 'error/token-not-echoed',
    requires: 'A token that is not valid is 401, and is not repeated in the answer.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('GET', '/bids', undefined, { authorization: 'Bearer conform-wrong-token-4711' });
      expectStatus(answer, 401);
      expect(!answer.text.includes('conform-wrong-token-4711'), 'the token stands in the answer');
    },
  },
];
