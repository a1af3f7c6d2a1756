import { expect, expectShape, expectStatus } from '../expect.ts';
import type { CoreCheck } from './scene.ts';

const wrong = 'conform-wrong-key-4711';

/** Who is let in. */
export const keyChecks: readonly CoreCheck[] = [
  {
    id: 'key/accepted',
    requires: 'The pilot’s key in `X-API-Key` opens `GET user`.',
    writes: false,
    async run(scene) {
      expectShape('data', await scene.read('user'), { id: 'number' });
    },
  },
  {
    id: 'key/in-authorization',
    requires: 'The bare key in `Authorization` does the same.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.askAsNobody('GET', 'user', { authorization: scene.key }), 200);
    },
  },
  {
    id: 'key/missing',
    requires: 'Without a key `GET user` is refused with 401.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.askAsNobody('GET', 'user'), 401);
    },
  },
  {
    id: 'key/wrong',
    requires: 'A wrong key is refused with 401 and an `error` with a message.',
    writes: false,
    async run(scene) {
      const answer = await scene.askAsNobody('GET', 'user', { 'x-api-key': wrong });
      expectStatus(answer, 401);
      expectShape('the body', answer.json, { error: 'object', 'error.message': 'text' });
    },
  },
  {
    id: 'key/not-echoed',
    requires: 'The refusal of a wrong key does not repeat the key.',
    writes: false,
    async run(scene) {
      const answer = await scene.askAsNobody('GET', 'user', { 'x-api-key': wrong });
      expectStatus(answer, 401);
      expect(!answer.text.includes(wrong), 'the key stands in the answer');
    },
  },
  {
    id: 'key/needed-to-write',
    requires: 'Without a key nothing can be prefiled: 401.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.askAsNobody('POST', 'pireps/prefile'), 401);
    },
  },
];
