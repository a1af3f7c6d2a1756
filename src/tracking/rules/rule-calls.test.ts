import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finding } from '../../../test/judged.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { World } from '../../../test/world.ts';
import { isRefusal } from '../refusals.ts';
import { RuleBook } from './rule-book.ts';
import { createRuleCalls } from './rule-calls.ts';

const detectors = new Map([finding('taxi-speed', {})].map((each) => [each.name, each]));
const input = (name: string, points = 5) => ({
  name,
  rules: [{ id: 'taxi', detector: 'taxi-speed', follows: ['points'], points }],
});

test('versions are numbered, stay as they were saved, and none is in force until staff say which', async () => {
  await using world = await World.open();
  const clock = new ManualClock(1_000);
  const calls = createRuleCalls({ journal: world.journal, clock, detectors });
  assert.deepEqual(await calls.listRuleSets(), { sets: [], inForce: null });
  const first = await calls.saveRuleSet('operator@cli', input('Ours'));
  const second = await calls.saveRuleSet('operator@web', input('Ours', 9));
  assert.deepEqual([first.number, second.number], [1, 2]);
  assert.deepEqual(await calls.readRuleSet(1), first);
  assert.deepEqual(await calls.listRuleSets(), {
    sets: [
      { number: 2, name: 'Ours', savedAt: 1_000, savedBy: 'operator@web', ruleCount: 1 },
      { number: 1, name: 'Ours', savedAt: 1_000, savedBy: 'operator@cli', ruleCount: 1 },
    ],
    inForce: null,
  });
  await calls.useRuleSet('operator@cli', 2);
  await world.restart();
  const book = new RuleBook(world.journal);
  assert.deepEqual(book.inForce(), { number: 2, since: 1_000, by: 'operator@cli' });
  assert.deepEqual(book.find(1), first);
  const again = createRuleCalls({ journal: world.journal, clock, detectors });
  assert.equal(await again.useRuleSet('operator@cli', null), null);
  assert.equal(new RuleBook(world.journal).inForce(), null);
  const audit = await world.journal.listAudit(10);
  assert.deepEqual(
    audit.map(({ actor, action, subject, detail }) => [actor, action, subject, detail]),
    [
      ['operator@cli', 'rules-use', 'none', null],
      ['operator@cli', 'rules-use', '2', 'Ours'],
      ['operator@web', 'rules-save', '2', 'Ours'],
      ['operator@cli', 'rules-save', '1', 'Ours'],
    ],
  );
});

test('sets that are saved at once have numbers of their own', async () => {
  await using world = await World.open();
  const calls = createRuleCalls({ journal: world.journal, clock: world.clock, detectors });
  const saved = await Promise.all(['a', 'b', 'c'].map((name) => calls.saveRuleSet('operator@cli', input(name))));
  assert.deepEqual(
    saved.map(({ number, name }) => `${number} ${name}`),
    ['1 a', '2 b', '3 c'],
  );
  assert.equal((await calls.readRuleSet(2)).name, 'b');
});

test('a set that is not there is neither read nor put in force', async () => {
  await using world = await World.open();
  const calls = createRuleCalls({ journal: world.journal, clock: world.clock, detectors });
  for (const call of [() => calls.readRuleSet(1), () => calls.useRuleSet('operator@cli', 1)])
    await assert.rejects(call, (error) => isRefusal(error, 'not-found'));
  await assert.rejects(
    () => calls.saveRuleSet('operator@cli', { name: 'Ours', rules: [{ ...input('x').rules[0], points: 0 }] }),
    (error) => isRefusal(error, 'invalid') && Object.keys(error.detail.fields ?? {})[0] === 'rules.0.points',
  );
  assert.deepEqual((await calls.listRuleSets()).sets, []);
  assert.deepEqual(await world.journal.listAudit(10), []);
});

test('what a killed save left behind is no set, and its number is given out again', async () => {
  await using world = await World.open();
  await world.journal.saveNote('rule-set 1', JSON.stringify({ number: 1, name: 'half', rules: [] }));
  const calls = createRuleCalls({ journal: world.journal, clock: world.clock, detectors });
  await assert.rejects(
    () => calls.readRuleSet(1),
    (error) => isRefusal(error, 'not-found'),
  );
  assert.deepEqual((await calls.saveRuleSet('operator@cli', input('whole'))).number, 1);
  assert.equal(new RuleBook(world.journal).find(1)?.name, 'whole');
});
