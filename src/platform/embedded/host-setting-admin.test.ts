import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../../../test/world.ts';
import { listHostSettings, writeHostSettings } from './host-setting-admin.ts';
import { readHostSettings } from './host-settings.ts';

test('every rule of the crew center is explained, and its default is a value that it may have', async () => {
  await using world = await World.open();
  const settings = listHostSettings(world.embedded.crewCenter);
  assert.equal(settings.length, Object.keys(readHostSettings(world.embedded.crewCenter)).length);
  for (const { key, value, default: standard, rule } of settings) {
    assert.ok(rule.about.length > 20 && rule.title.length > 5, key);
    assert.deepEqual(rule.parse(standard), { value: standard }, key);
    assert.deepEqual(rule.parse(value), { value }, key);
  }
});

test('a rule without a row is its default', async () => {
  await using world = await World.open();
  const { crewCenter } = world.embedded;
  await crewCenter.write(() => crewCenter.run('UPDATE settings SET value = "default"'));
  const standard = readHostSettings(crewCenter);
  await crewCenter.write(() => crewCenter.run('DELETE FROM settings'));
  assert.deepEqual(readHostSettings(crewCenter), standard);
});

test('rules are written all or none, and in force at once', async () => {
  await using world = await World.open();
  const { crewCenter } = world.embedded;
  const wrong = { 'bids.allow_multiple_bids': 'off', 'pilots.id_length': '11', 'pilots.id_code': 'D O', nonsense: '1' };
  await assert.rejects(writeHostSettings(crewCenter, wrong), {
    code: 'invalid',
    detail: {
      message:
        'pilots.id_length must be a whole number from 1 to 10. pilots.id_code must be at most 8 letters and digits, or empty. nonsense is not a setting.',
      fields: {
        'pilots.id_length': 'must be a whole number from 1 to 10',
        'pilots.id_code': 'must be at most 8 letters and digits, or empty',
        nonsense: 'is not a setting',
      },
    },
  });
  assert.equal(readHostSettings(crewCenter).allowMultipleBids, true);
  await writeHostSettings(crewCenter, { 'bids.allow_multiple_bids': 'off', 'pilots.id_length': ' 06 ' });
  const { allowMultipleBids, idLength } = readHostSettings(crewCenter);
  assert.deepEqual({ allowMultipleBids, idLength }, { allowMultipleBids: false, idLength: 6 });
});

test('a rule that a module added is known by the name of its row', async () => {
  await using world = await World.open();
  const { crewCenter } = world.embedded;
  await crewCenter.write(() =>
    crewCenter.run(
      `INSERT INTO settings (id, "key", name, value, "default", "group", type) VALUES ('m', 'm.greeting', 'Greeting', 'Hi', 'Hi', 'm', 'string')`,
    ),
  );
  const [added] = listHostSettings(crewCenter).filter(({ key }) => key === 'm.greeting');
  assert.deepEqual(
    [added?.type, added?.rule.title, added?.rule.bounds],
    ['text', 'Greeting', 'at most 191 characters'],
  );
});
