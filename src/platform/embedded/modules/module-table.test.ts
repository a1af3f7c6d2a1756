import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWorld, stateOf, writeModule } from '../../../../test/module-world.ts';
import { openSqlite } from '../../../lib/sqlite.ts';
import { ManifestError } from './manifest.ts';
import { moduleDatabaseFile } from './module-data.ts';
import { disableModule, enableModule } from './module-table.ts';

test('a folder that is no module is not enabled, and says why', async () => {
  await using world = await openWorld();
  writeModule(world.folder, 'Odd', '');
  const manifests: Record<string, RegExp> = {
    '{"name": "Other", "version": "1", "main": "main.js", "events": ["PirepFiled"]}': /"name" must be "Odd"/,
    '{"name": "Odd", "version": "1", "main": "../main.js", "events": ["PirepFiled"]}': /"main" must name/,
    '{"name": "Odd", "version": "1", "main": "main.js", "events": ["PirepLost"]}': /"events" must be a list of some of/,
    '{"name": "Odd", "version": "1", "main": "main.js", "events": []}': /"events"/,
    '{"name": "Odd"': /must contain a JSON object/,
  };
  for (const [text, problem] of Object.entries(manifests)) {
    writeFileSync(join(world.folder, 'Odd', 'module.json'), text);
    const enabling = enableModule(world.embedded.crewCenter, world.folder, 'Odd');
    await assert.rejects(enabling, (error) => error instanceof ManifestError && problem.test(error.message), text);
    assert.match(stateOf(world, 'Odd').problem ?? '', problem);
  }
  for (const name of ['..', 'Missing', '../Odd', '']) {
    await assert.rejects(enableModule(world.embedded.crewCenter, world.folder, name), ManifestError, name);
  }
});

test('migrations of a module are applied when it is enabled, each once; one that fails enables nothing', async () => {
  await using world = await openWorld();
  const { crewCenter } = world.embedded;
  writeModule(world.folder, 'Tables', '');
  const migrations = join(world.folder, 'Tables', 'migrations');
  mkdirSync(migrations);
  writeFileSync(join(migrations, '0001-first.sql'), 'CREATE TABLE a (x); INSERT INTO a VALUES (1);');
  await enableModule(crewCenter, world.folder, 'Tables');
  await disableModule(crewCenter, 'Tables');
  writeFileSync(join(migrations, '0002-wrong.sql'), 'INSERT INTO a VALUES (2); INSERT INTO missing VALUES (1);');
  await assert.rejects(enableModule(crewCenter, world.folder, 'Tables'), /missing/);
  assert.equal(stateOf(world, 'Tables').isEnabled, false);
  const data = openSqlite(moduleDatabaseFile(join(world.folder, 'Tables')));
  assert.deepEqual(
    data
      .prepare('SELECT x FROM a')
      .all()
      .map((row) => row.x),
    [1],
  );
  data.close();
});
