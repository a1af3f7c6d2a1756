import { at, expect, expectEqual, expectShape, expectStatus } from '../expect.ts';
import type { LegacyCheck } from './scene.ts';

/** How a client finds the scripts and signs in. */
export const sessionChecks: readonly LegacyCheck[] = [
  {
    id: 'status/shape',
    requires:
      '`GET /bootstrap.php` says mode `legacy_patch`, name, version, limits and the scripts; `status.php` the same without them.',
    writes: false,
    async run(scene) {
      const hello = await scene.send('GET', '/bootstrap.php');
      const status = await scene.send('GET', '/status.php');
      for (const answer of [hello, status]) {
        expectStatus(answer, 200);
        expectEqual('mode', at(answer.json, 'mode'), 'legacy_patch');
        expectShape('the body', answer.json, {
          name: 'text',
          version: 'text',
          server_time: 'text',
          'limits.body_bytes': 'whole',
        });
      }
      expectShape('the body of bootstrap.php', hello.json, { endpoints: 'object' });
    },
  },
  {
    id: 'login/password',
    requires: '`POST /login.php` takes JSON and forms, and returns a token and the pilot.',
    writes: false,
    async run(scene) {
      const { login, password } = scene.pilot;
      const form = new URLSearchParams({ login, password }).toString();
      const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const answer of [
        await scene.send('POST', '/login.php', { login, password }),
        await scene.send('POST', '/login.php', form, asForm),
      ]) {
        expectStatus(answer, 200);
        expectShape('the body', answer.json, { token: 'text', expires_at: 'text', 'pilot.ident': 'text' });
      }
    },
  },
  {
    id: 'login/wrong-password',
    requires: 'A wrong password is 401 `wrong-login`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/login.php', { login: scene.pilot.login, password: 'conform-wrong' });
      expectStatus(answer, 401);
      expectEqual('error.code', at(answer.json, 'error.code'), 'wrong-login');
    },
  },
  {
    id: 'session/in-body',
    requires: 'The token is also taken in the body, as `token`.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.send('POST', '/get_bid.php', { token: await scene.session() }), 200);
    },
  },
  {
    id: 'session/needed',
    requires: 'Without a session a call is 401 `no-session`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/get_bid.php', {});
      expectStatus(answer, 401);
      expectEqual('error.code', at(answer.json, 'error.code'), 'no-session');
    },
  },
  {
    id: 'session/not-echoed',
    requires: 'A token that is not valid is 401, and is not repeated in the answer.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('POST', '/get_bid.php', { token: 'conform-wrong-token-4711' });
      expectStatus(answer, 401);
      expect(!answer.text.includes('conform-wrong-token-4711'), 'the token stands in the answer');
    },
  },
  {
    id: 'files/private',
    requires: 'Files that are not scripts of the contract are never shown: `va_config.php`.',
    writes: false,
    async run(scene) {
      const answer = await scene.send('GET', '/va_config.php');
      expectStatus(answer, 403, 404);
    },
  },
];
