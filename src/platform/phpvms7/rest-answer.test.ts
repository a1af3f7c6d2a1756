import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../../tracking/refusals.ts';
import { type RestAnswer, readAnswer } from './rest-answer.ts';

const key = 'testuserapikey';
const problem = (status: number, slug: string, details: string, more: object = {}) => ({
  type: `https://phpvms.net/errors/${slug}`,
  title: details,
  details,
  status,
  error: { status, message: details },
  ...more,
});
const noPirep = 'No query results for model [App\\Models\\Pirep] nosuchpirep';
const notYours = { original_exception: 'Illuminate\\Auth\\Access\\AuthorizationException' };

const answers: readonly [string, number, unknown, RestAnswer][] = [
  ['a resource', 200, { data: { id: 'x' } }, { kind: 'done', data: { id: 'x' } }],
  [
    'a message',
    200,
    { message: 'PIREP x cancelled', attrs: [] },
    { kind: 'done', data: { message: 'PIREP x cancelled', attrs: [] } },
  ],
  ['created', 201, { data: { id: 3 } }, { kind: 'done', data: { id: 3 } }],
  ['wrong key', 401, { error: { code: '401', message: `User not found with key "${key}"` } }, { kind: 'key-refused' }],
  [
    'validation',
    400,
    problem(400, 'validation-exception', "The aircraft doesn't exist"),
    { kind: 'refused', slug: 'validation-exception', reason: "The aircraft doesn't exist" },
  ],
  [
    'its rules',
    400,
    problem(400, 'aircraft-permission-denied', 'Not allowed'),
    { kind: 'refused', slug: 'aircraft-permission-denied', reason: 'Not allowed' },
  ],
  [
    'an airport that it lacks',
    404,
    problem(404, 'airport-not-found', 'Airport ZZZZ not found'),
    { kind: 'refused', slug: 'airport-not-found', reason: 'Airport ZZZZ not found' },
  ],
  ['no such PIREP', 404, problem(404, 'not-found', noPirep), { kind: 'missing' }],
  ['no such PIREP, by its own name', 404, problem(404, 'pirep-not-found', 'PIREP x not found'), { kind: 'missing' }],
  [
    'no such aircraft',
    404,
    problem(404, 'not-found', 'No query results for model [App\\Models\\Aircraft] 2'),
    { kind: 'refused', slug: 'not-found', reason: 'No query results for model [App\\Models\\Aircraft] 2' },
  ],
  [
    'not yours is 503 there',
    503,
    problem(503, 'internal-error', 'This action is unauthorized.', notYours),
    { kind: 'missing' },
  ],
  [
    'every error in PHP is 503',
    503,
    problem(503, 'internal-error', `SQLSTATE for ${key}`, { original_exception: 'QueryException' }),
    { kind: 'broken', reason: 'SQLSTATE for [secret]' },
  ],
  ['a proxy gave up', 504, null, { kind: 'lost', reason: 'its web server returned 504' }],
];

for (const [name, status, body, expected] of answers) {
  test(`answer: ${name}`, () => assert.deepEqual(readAnswer(status, {}, body, key), expected));
}

const unusable: readonly [string, number, Readonly<Record<string, string>>, unknown][] = [
  ['maintenance', 503, { 'retry-after': '60' }, problem(503, 'http-exception', 'Service Unavailable')],
  ['maintenance as a page', 503, {}, null],
  ['too many', 429, { 'retry-after': '30' }, problem(429, 'http-exception', 'Too Many Attempts.')],
  ['a redirect', 301, { location: `https://www.example.org/api/user?k=${key}` }, null],
  ['another site', 404, {}, problem(404, 'not-found', 'Not Found')],
  ['a page', 200, {}, null],
  ['a firewall', 403, {}, null],
  ['broken PHP', 500, {}, null],
];

for (const [name, status, headers, body] of unusable) {
  test(`not a response of the API: ${name}`, () => {
    assert.throws(
      () => readAnswer(status, headers, body, key),
      (error) =>
        isRefusal(error, 'crew-center-unavailable') &&
        (error.detail.retryAfterS ?? 0) > 0 &&
        !JSON.stringify(error.detail).includes(key),
    );
  });
}

test('the host says when to come back', () => {
  assert.throws(
    () => readAnswer(503, { 'retry-after': '60' }, null, key),
    (error) => isRefusal(error) && error.detail.retryAfterS === 60,
  );
});
