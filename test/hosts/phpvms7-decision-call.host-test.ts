// needs: php
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { Secret } from '../../src/lib/secret.ts';
import { edgeKeys } from '../../src/platform/phpvms7/edge-address.ts';
import { moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import type { FiledState } from '../../src/platform/port.ts';
import { signCall } from '../../src/platform/site/signed-call.ts';
import { findPart, phpPart } from './parts.ts';

const [php = ''] = findPart(phpPart);
const appKey = 'a key of 32 bytes that both sides read';
const { app: key } = edgeKeys(new Secret(appKey)).byKind;
assert.ok(key !== undefined);

interface Outcome {
  /** Status, and what was said. */
  readonly answers: readonly (readonly [
    number,
    { readonly state?: string; readonly error?: { readonly code: string; readonly message: string } },
  ])[];
  /** What the platform's service was asked to do: the PIREP and its state afterwards. */
  readonly done: readonly (readonly [string, number])[];
  readonly logged: readonly string[];
  /** Locks that are held at the end. */
  readonly held: number;
}

function run(said: Readonly<Record<string, unknown>>): Outcome {
  const input = JSON.stringify({ key: appKey, pireps: { P1: 1, A1: 2, R1: 6, O1: 0 }, ...said });
  const script = join(import.meta.dirname, 'phpvms7/decision.php');
  const child = spawnSync(php, [script, moduleSource], { input, encoding: 'utf8' });
  assert.equal(child.stderr, '');
  return JSON.parse(child.stdout) as Outcome;
}

const wish = (pirep: string, decision: string, ...from: readonly FiledState[]) =>
  JSON.stringify({ pirep, decision, from });
const signed = (body: string, at = Date.now()) => ({ body, header: signCall(key, body, at) });

function codeOf({ answers }: Outcome): string | undefined {
  return answers.at(-1)?.[1].error?.code;
}

test('what is signed is done by the platform’s own service, for both kinds of states', () => {
  const cases = [
    [wish('P1', 'accept', 'pending'), 'accepted', [['P1', 2]]],
    [wish('P1', 'reject', 'pending', 'accepted'), 'rejected', [['P1', 6]]],
    [wish('A1', 'reject', 'pending', 'accepted'), 'rejected', [['A1', 6]]],
    [wish('R1', 'accept', 'rejected'), 'accepted', [['R1', 2]]],
    [wish('A1', 'reject', 'pending'), 'accepted', []],
    [wish('R1', 'accept', 'pending'), 'rejected', []],
    [wish('A1', 'accept', 'pending', 'accepted'), 'accepted', []],
    [wish('R1', 'reject', 'pending', 'rejected'), 'rejected', []],
  ] as const;
  for (const hasEnum of [false, true]) {
    for (const [body, state, done] of cases) {
      const outcome = run({ ...signed(body), hasEnum });
      assert.deepEqual(outcome.answers[0]?.[0], 200, body);
      assert.equal(outcome.answers[0]?.[1].state, state, body);
      assert.deepEqual([outcome.done, outcome.held, outcome.logged], [done, 0, []], body);
    }
  }
});

test('what this site’s server did not sign for this body and this hour is refused', () => {
  const body = wish('P1', 'accept', 'pending');
  const other = edgeKeys(new Secret('another key of 32 bytes, of a copy')).byKind.app;
  assert.ok(other !== undefined);
  const hour = 3_600_000;
  const bad: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['nothing', { body, header: null }],
    ['no signature', { body, header: `${Math.floor(Date.now() / 1_000)} ${'a'.repeat(32)} ${'0'.repeat(64)}` }],
    ['another body', { ...signed(body), body: wish('P1', 'reject', 'pending') }],
    ['another site', { body, header: signCall(other, body, Date.now()) }],
    ['an hour ago', signed(body, Date.now() - hour)],
    ['in an hour', signed(body, Date.now() + hour)],
    ['more than a line', { body, header: `${signed(body).header}\n` }],
  ];
  for (const [name, said] of bad) {
    const outcome = run(said);
    assert.deepEqual([outcome.answers[0]?.[0], codeOf(outcome)], [403, 'unsigned'], name);
    assert.deepEqual(outcome.done, [], name);
  }
});

test('a call that was heard is not taken a second time', () => {
  const outcome = run({ ...signed(wish('P1', 'accept', 'pending')), times: 2 });
  assert.deepEqual([outcome.answers.map(([status]) => status), codeOf(outcome)], [[200, 409], 'repeated']);
  assert.deepEqual(outcome.done, [['P1', 2]]);
});

test('what cannot be done is answered by its code, without a word of PHP’s', () => {
  const accept = wish('P1', 'accept', 'pending');
  const cases: readonly (readonly [number, string, Readonly<Record<string, unknown>>])[] = [
    [404, 'module-disabled', { ...signed(accept), isActive: false }],
    [404, 'no-such-pirep', signed(wish('N1', 'accept', 'pending'))],
    [409, 'pirep-not-filed', signed(wish('O1', 'accept', 'pending'))],
    [503, 'busy', { ...signed(accept), isLocked: true }],
    [400, 'invalid', signed(wish('P1', 'delete', 'pending'))],
    [400, 'invalid', signed('[]')],
    [400, 'invalid', signed('no JSON')],
    [500, 'edge-without-key', { ...signed(accept), key: 'short' }],
    [500, 'host-failed', { ...signed(accept), isBroken: true }],
  ];
  for (const [status, code, said] of cases) {
    const outcome = run(said);
    assert.deepEqual([outcome.answers[0]?.[0], codeOf(outcome)], [status, code]);
    assert.doesNotMatch(JSON.stringify(outcome.answers), /secret/);
    assert.equal(outcome.held, code === 'busy' ? 1 : 0);
  }
});

test('a listener that fails is one line of the platform’s log', () => {
  const { logged, done } = run({ ...signed(wish('P1', 'accept', 'pending')), isBroken: true });
  assert.deepEqual(done, [['P1', 2]]);
  assert.deepEqual(logged.length, 1);
  assert.match(logged[0] ?? '', /^Tracker: RuntimeException: a listener failed .*\(decision\.php:\d+\)$/);
});
