import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement } from '../../tracking/model.ts';
import type { Rule } from '../../tracking/rules/rule.ts';
import type { RuleCalls } from '../../tracking/rules/rule-calls.ts';
import { plainVisitor, visitorOf } from '../visitor/visitor.ts';
import { dialOf, rateLimitOf } from './rate-dial.ts';

const dial = (fpm: number, limit: number | null = null) => dialOf(fpm, limit, '', plainVisitor());

const looks = ['soft', 'firm', 'hard'];

test('a landing is soft, firm, or beyond the limit of the rules; the scale ends at 1,000 ft/min', () => {
  assert.deepEqual(
    [-120, -400, -700].map((fpm) => dial(fpm).look),
    ['soft', 'firm', 'hard'],
  );
  assert.deepEqual([dial(-400, 350).look, dial(-700, 900).look], ['hard', 'firm']);
  assert.deepEqual([dial(-187).text, dial(-187).unit], ['−187', 'ft/min']);
  const zones = (limit: number | null) => dial(-187, limit).zones.map(({ look }) => look);
  assert.deepEqual([zones(null), zones(500)], [looks, looks]);
  assert.deepEqual(zones(1_200), ['soft', 'firm'], 'nothing on the scale is beyond this limit');
  assert.deepEqual(zones(200), ['soft', 'hard'], 'what is hard is not firm');
  assert.deepEqual(dial(-4_000).tip, dial(-1_000).tip);
  const metric = dialOf(-400, null, '', visitorOf({ query: { units: 'm-kmh-km-kg' }, headers: {} }));
  assert.deepEqual([metric.text, metric.unit], ['−2', 'm/s']);
});

test('the limit is that of the set by which the flight was judged', async () => {
  const rule = (change: Partial<Rule>) =>
    ({ detector: 'landing', element: null, limits: {}, isEnabled: true, ...change }) as Rule;
  const limitOf = (...rules: readonly Rule[]) => {
    const calls = { listRuleSets: async () => ({ sets: [{ number: 3 }] }), readRuleSet: async () => ({ rules }) };
    return rateLimitOf(calls as unknown as RuleCalls, { set: 3 } as Judgement);
  };
  assert.equal(
    await limitOf(rule({ limits: { rateFpm: 500 } }), rule({ element: 'rate', limits: { rateFpm: 450 } })),
    450,
  );
  assert.equal(await limitOf(rule({})), 600, 'the detector’s own');
  assert.equal(
    await limitOf(rule({ isEnabled: false }), rule({ element: 'g' }), rule({ detector: 'taxi-speed' })),
    null,
  );
  assert.equal(await rateLimitOf({} as RuleCalls, null), null);
});
