import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../lib/clock.ts';
import { seedDemoFive } from './demo.ts';
import { openEmbeddedFive } from './five.ts';

test('an ident signs in whose airline code holds a digit', async () => {
  const { platform, database } = await openEmbeddedFive({ file: ':memory:', clock: systemClock });
  seedDemoFive(database);
  for (const code of ['B6', '4U', 'A9X', 'X12']) {
    database.prepare('UPDATE pilots SET code = ? WHERE pilotid = 2').run(code);
    for (const login of [`${code}0002`, `${code.toLowerCase()} 2`, 'DMO0002', '2'])
      assert.equal(await platform.findPilotId(login), '2', login);
    assert.equal(await platform.findPilotId(`${code}0001`), null, 'the code is of another pilot');
  }
  await platform.close();
});
