import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finding } from '../../../test/judged.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { World } from '../../../test/world.ts';
import type { Journal } from '../../journal/journal.ts';
import { isRefusal, Refusal } from '../refusals.ts';
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

test('what is refused has changed nothing, and what is done is in the audit log', async () => {
  await using world = await World.open();
  let refusals = 0;
  // One write after the other finds no room, and the next one does.
  const journal: Pick<Journal, 'readNote' | 'saveNote' | 'saveAudit'> = {
    readNote: world.journal.readNote,
    saveNote: async (...note) => (isRefused() ? refuse() : world.journal.saveNote(...note)),
    saveAudit: async (entry) => (isRefused() ? refuse() : world.journal.saveAudit(entry)),
  };
  let [writes, refusedAt] = [0, 0];
  const isRefused = () => ++writes === refusedAt;
  const refuse = () => {
    refusals += 1;
    throw new Refusal('journal-full', { message: 'There is no room.' });
  };
  const calls = createRuleCalls({ journal, clock: world.clock, detectors });
  const stateOf = async () => [await calls.listRuleSets(), (await world.journal.listAudit(100)).length] as const;
  await calls.saveRuleSet('operator@cli', input('first'));
  const deeds = [() => calls.saveRuleSet('operator@cli', input('next')), () => calls.useRuleSet('operator@cli', 1)];
  for (const deed of deeds)
    for (refusedAt = 1; refusedAt <= 4; refusedAt++) {
      const [before, count] = await stateOf();
      writes = 0;
      const isDone = await deed().then(
        () => true,
        () => false,
      );
      const [after, now] = await stateOf();
      if (isDone) assert.equal(now, count + 1);
      else assert.deepEqual([after, now], [before, count], `refused at write ${refusedAt}`);
    }
  assert.ok(refusals >= deeds.length);
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
