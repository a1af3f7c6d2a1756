import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../../../../test/world.ts';
import { acceptApplication, countWaiting, readApplication } from './applications.ts';

test('whoever applied several times from one address is accepted once, and no application of theirs is left waiting', async () => {
  await using world = await World.with({});
  const { crewCenter } = world.embedded;
  const apply = (email: string) =>
    String(
      crewCenter.insert(
        `INSERT INTO tracker_applications (name, email, password, answers, lang, needs_staff, state, created_at)
         VALUES ('Zoe', ?, 'x', '[]', 'en', 1, 'waiting', '2024-01-01')`,
        email,
      ),
    );
  const [first, again, other] = [apply('zoe@va.example'), apply('zoe@va.example'), apply('max@va.example')];
  const { pilot } = await acceptApplication(crewCenter, first);
  assert.equal(countWaiting(crewCenter), 1);
  const { state, reason } = readApplication(crewCenter, again);
  assert.deepEqual([state, reason], ['refused', `${pilot.ident} was accepted by another application.`]);
  assert.equal(readApplication(crewCenter, first).state, 'accepted');
  assert.equal(readApplication(crewCenter, other).state, 'waiting');
});
