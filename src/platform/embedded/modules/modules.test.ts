import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { file, openWorld, stateOf, writeModule } from '../../../../test/module-world.ts';
import { openSqlite } from '../../../lib/sqlite.ts';
import { addBid } from '../bid-admin.ts';
import { bidEvents } from '../migrations/migrations.ts';
import { rejectPirep } from '../pirep-admin.ts';
import { moduleDatabaseFile } from './module-data.ts';
import { disableModule, enableModule } from './module-table.ts';
import { moduleLimits } from './module-thread.ts';

const examples = join(import.meta.dirname, '../../../../docs/modules');

test('the example of the documentation is enabled, hears what is filed and rejected, and is disabled', async () => {
  await using world = await openWorld();
  cpSync(join(examples, 'FlightLog'), join(world.folder, 'FlightLog'), { recursive: true });
  await enableModule(world.embedded.crewCenter, world.folder, 'FlightLog');
  world.start();
  await file(world.embedded, 'P1');
  await rejectPirep(world.embedded.crewCenter, 'P1');
  const data = openSqlite(moduleDatabaseFile(join(world.folder, 'FlightLog')));
  const rows = () => data.prepare('SELECT pirep_id, pilot, flown, minutes, rejected FROM flights').all();
  await world.until('the flight is in the module’s table', () => rows()[0]?.rejected === 1);
  assert.deepEqual(
    rows().map((row) => ({ ...row })),
    [{ pirep_id: 'P1', pilot: 'Ada Keller', flown: 'LSZH-LEPA', minutes: 612, rejected: 1 }],
  );
  assert.ok(world.logged.includes('LSZH-LEPA is in the log.'));
  assert.equal(await disableModule(world.embedded.crewCenter, 'FlightLog'), true);
  assert.equal(stateOf(world, 'FlightLog').isEnabled, false);
  data.close();
});

test('a module hears of bids, and an event that an older version recorded is heard as it was', async () => {
  await using world = await openWorld();
  const { crewCenter } = world.embedded;
  const manifest = { name: 'Bids', version: '1.0.0', main: 'main.mjs', events: ['BidAdded', 'PirepFiled'] };
  mkdirSync(join(world.folder, 'Bids'));
  writeFileSync(join(world.folder, 'Bids', 'module.json'), JSON.stringify(manifest));
  const listeners = `BidAdded: ({ bid }, module) => module.log(bid.pilotId + ' ' + bid.departure),
    PirepFiled: ({ pirep }, module) => module.log(pirep.id)`;
  writeFileSync(join(world.folder, 'Bids', 'main.mjs'), `export const listeners = { ${listeners} };`);
  await enableModule(crewCenter, world.folder, 'Bids');
  crewCenter.database.exec('ALTER TABLE tracker_events RENAME COLUMN content TO pirep');
  crewCenter.database.exec(`INSERT INTO tracker_events (name, at, pirep) VALUES ('PirepFiled', 1, '{"id": "P0"}')`);
  await bidEvents.up(crewCenter.database);
  await addBid(crewCenter, { pilotId: '3', schedule: 'demo-dmo311', aircraft: null });
  world.start();
  await world.until('both are heard', () => world.logged.includes('3 EDDF'));
  assert.deepEqual(world.logged, ['P0', '3 EDDF']);
});

interface Failing {
  readonly what: string;
  /** Of the listener. */
  readonly code: string;
  /** Of the file, before it. */
  readonly before?: string;
  /** What it logs when it is where only the clock can end it. */
  readonly stuck?: string;
  readonly reason: RegExp;
}

const failing: readonly Failing[] = [
  {
    what: 'spins',
    code: 'module.log("in"); while (true);',
    stuck: 'in',
    reason: /PirepFiled did not return within 10 s/,
  },
  { what: 'hangs', code: 'module.log("in"); await new Promise(() => {});', stuck: 'in', reason: /did not return/ },
  { what: 'logs for ever', code: 'while (true) module.log("in");', stuck: 'in', reason: /did not return/ },
  {
    what: 'spins at its start',
    code: '',
    before: 'while (true);',
    stuck: 'heard P3',
    reason: /did not start within 10 s/,
  },
  {
    what: 'throws each time',
    code: 'throw new Error("no luck");',
    reason: /3 times in a row, the last of PirepFiled: no luck/,
  },
  { what: 'ends its thread', code: 'process.exit(7);', reason: /exited with code 7/ },
  { what: 'throws later', code: 'setTimeout(() => { throw new Error("late"); });', reason: /late/ },
  { what: 'cannot be loaded', code: '', before: 'import "./missing.js";', reason: /missing\.js/ },
  {
    what: 'takes all memory',
    code: 'const all = []; while (true) all.push(new Array(1e5).fill(1.5));',
    reason: /memory/,
  },
];

for (const { what, code, before, stuck, reason } of failing) {
  test(`a module that ${what} is stopped, with the reason; pilots and other modules do not wait`, async () => {
    await using world = await openWorld();
    writeModule(world.folder, 'Bad', code, before);
    writeModule(world.folder, 'Good', 'module.log("heard " + event.pirep.id);');
    for (const name of ['Bad', 'Good']) await enableModule(world.embedded.crewCenter, world.folder, name);
    world.start();
    for (const pirepId of ['P1', 'P2', 'P3']) await file(world.embedded, pirepId);
    await world.until('the good one has heard all', () => world.logged.includes('heard P3'));
    if (stuck !== undefined) {
      await world.until('the bad one is stuck', () => world.logged.includes(stuck));
      assert.ok(stateOf(world, 'Bad').isEnabled, 'it is given its time');
      await world.clock.advance(10_000);
    }
    await world.until('the bad one is stopped', () => !stateOf(world, 'Bad').isEnabled);
    assert.match(stateOf(world, 'Bad').stoppedReason ?? '', reason);
    assert.ok(stateOf(world, 'Good').isEnabled);
  });
}

test('a module whose buffers take more than its memory is stopped, also while it spins', async () => {
  for (const spin of ['await new Promise(() => {});', 'while (true);']) {
    await using world = await openWorld();
    const code = 'for (let count = 0; count < 20; count++) kept.push(Buffer.alloc(10 << 20, 1)); module.log("full");';
    writeModule(world.folder, 'Bad', `${code} ${spin}`, 'const kept = [];');
    await enableModule(world.embedded.crewCenter, world.folder, 'Bad');
    world.start();
    await file(world.embedded, 'P1');
    await world.until('it holds 200 MB', () => world.logged.includes('full'));
    await world.clock.advance(250);
    await world.until('it is stopped', () => !stateOf(world, 'Bad').isEnabled);
    assert.match(stateOf(world, 'Bad').stoppedReason ?? '', /used 2\d\d MB in buffers; the limit is 128 MB/);
  }
});

/** Beside it an older Node says in each thread that SQLite is an experiment. */
const heardBy = ({ logged }: { readonly logged: readonly string[] }) =>
  logged.filter((line) => line.startsWith('heard'));

test('what happened while the server was down is heard after the start, once, and what all have heard is dropped', async () => {
  await using world = await openWorld();
  const { crewCenter } = world.embedded;
  writeModule(world.folder, 'Late', 'module.log("heard " + event.pirep.id);');
  await file(world.embedded, 'P0');
  await enableModule(crewCenter, world.folder, 'Late');
  await file(world.embedded, 'P1');
  const first = world.start();
  await world.until('it has heard', () => world.logged.includes('heard P1'));
  await first.close();
  await file(world.embedded, 'P2');
  world.start();
  await world.until('it has heard', () => world.logged.includes('heard P2'));
  assert.deepEqual(heardBy(world), ['heard P1', 'heard P2']);
  assert.deepEqual(crewCenter.all("SELECT 1 FROM tracker_events WHERE json_extract(content, '$.pirep.id') = 'P1'"), []);
});

test('a module that has fallen too far behind is stopped; one that has not hears all', async () => {
  await using world = await openWorld();
  const { crewCenter } = world.embedded;
  writeModule(world.folder, 'Slow', 'module.log("heard " + event.pirep.id);');
  await enableModule(crewCenter, world.folder, 'Slow');
  for (const pirepId of ['P1', 'P2', 'P3', 'P4']) await file(world.embedded, pirepId);
  const first = world.start({ ...moduleLimits, waitingEvents: 2 });
  await world.until('it is stopped', () => !stateOf(world, 'Slow').isEnabled);
  assert.equal(stateOf(world, 'Slow').stoppedReason, 'More than 2 events were queued for it.');
  assert.deepEqual(heardBy(world), []);
  await first.close();
  crewCenter.database.exec('UPDATE modules SET enabled = 1, last_event_id = 0');
  world.start({ ...moduleLimits, waitingEvents: 3 });
  await world.until('it has heard all', () => world.logged.includes('heard P4'));
  assert.deepEqual(heardBy(world), ['heard P1', 'heard P2', 'heard P3', 'heard P4']);
});

test('a stopped module is enabled again and hears what comes then', async () => {
  await using world = await openWorld();
  const { crewCenter } = world.embedded;
  writeModule(world.folder, 'Mend', 'process.exit(1);');
  await enableModule(crewCenter, world.folder, 'Mend');
  const first = world.start();
  await file(world.embedded, 'P1');
  await world.until('it is stopped', () => !stateOf(world, 'Mend').isEnabled);
  await first.close();
  writeModule(world.folder, 'Mend', 'module.log("heard " + event.pirep.id);');
  await enableModule(crewCenter, world.folder, 'Mend');
  assert.equal(stateOf(world, 'Mend').stoppedReason, null);
  world.start();
  await file(world.embedded, 'P2');
  await world.until('it hears', () => heardBy(world).length > 0);
  assert.deepEqual(heardBy(world), ['heard P2']);
});
