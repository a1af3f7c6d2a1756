// alone: it measures how long its process is busy
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, test } from 'node:test';
import { placeEmptyCrewCenter } from '../../../../test/empty-crew-center.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { addBid } from '../bid-admin.ts';
import type { CrewCenter } from '../crew-center.ts';
import { seedDemo } from '../demo.ts';
import { openEmbedded } from '../embedded.ts';
import { editSchedule, removeSchedule } from '../schedule-changes.ts';
import { readScheduleCells } from '../schedule-rows.ts';
import { exportSchedules } from '../schedule-template.ts';
import { applyImport, undoImport } from './apply.ts';
import { previewImport } from './preview.ts';
import { importFile, undoNewest } from './run.ts';
import { scheduleImports } from './schedules.ts';
import { linesNoted, newestImport, setImportState } from './store.ts';

const silent = { info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), 'embedded-imports-'));
after(() => rmSync(folder, { recursive: true }));
let opened = 0;

async function openDemo() {
  const clock = new ManualClock(Date.UTC(2026, 0, 2, 12));
  const file = join(folder, `${opened++}.sqlite`);
  await placeEmptyCrewCenter(file);
  const embedded = await openEmbedded({ file, clock, logger: silent, passwordCost: 4 });
  await seedDemo(embedded.crewCenter);
  return { crewCenter: embedded.crewCenter, [Symbol.asyncDispose]: () => embedded.close() };
}

const head = 'airline,flight_number,dpt_airport,arr_airport,dpt_time,notes\n';
const idOf = (crewCenter: CrewCenter, number: number) =>
  String(crewCenter.get('SELECT id FROM flights WHERE flight_number = ? AND deleted_at IS NULL', number)?.id ?? 'none');
const timeOf = (crewCenter: CrewCenter, number: number) =>
  readScheduleCells(crewCenter, idOf(crewCenter, number)).dpt_time;
const notesOf = (crewCenter: CrewCenter, id: string) =>
  linesNoted(crewCenter, id, null).map(({ line, problem }) => `${line} ${problem}`);

test('a preview says what is new, changed, unchanged and refused, and changes nothing; columns that are left out stay', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  const csv = `${head}DMO,310,LSZH,EDDF,07:10,
DM,311,EDDF,LSZH,09:45,later
dmo,900,lszh,lepa,10:00,"two
lines"
DMO,901,LSZH,XXXX,10:00,
DMO,900,LSZH,LEPA,11:00,
DMO,902,LSZH
`;
  const before = exportSchedules(crewCenter, { isExcel: false });
  const id = await previewImport(crewCenter, scheduleImports, csv);
  assert.deepEqual(newestImport(crewCenter, scheduleImports)?.counts, { new: 1, changed: 1, unchanged: 1, refused: 3 });
  const notes = notesOf(crewCenter, id);
  assert.match(notes[0] ?? '', /^6 arr_airport: there is no airport XXXX/);
  assert.deepEqual(notes.slice(1), ['7 is the same flight as line 5', '8 has 3 columns, the first line has 6']);
  assert.equal(exportSchedules(crewCenter, { isExcel: false }), before);
  await applyImport(crewCenter, scheduleImports, id);
  const changed = readScheduleCells(crewCenter, idOf(crewCenter, 311));
  assert.deepEqual(
    [changed.dpt_time, changed.notes, changed.arr_time, changed.subfleets],
    ['09:45', 'later', '10:05', 'A320'],
  );
  assert.equal(readScheduleCells(crewCenter, idOf(crewCenter, 900)).notes, 'two\nlines');
  await assert.rejects(applyImport(crewCenter, scheduleImports, id), /not the newest/);
});

test('a time that is none is refused with its line and column; the others are stored as HH:MM', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  const times = ['2500', '25:00', '99:99', 'abc ""x""', '8:30', '0945', '10:15:30', '1120z', '12:00 UTC', '7:05L'];
  const lines = times.map((time, index) => `DMO,${900 + index},LSZH,LEPA,"${time}",`);
  const id = await previewImport(crewCenter, scheduleImports, `${head}${lines.join('\n')}\n`);
  assert.deepEqual(
    notesOf(crewCenter, id),
    ['2500', '25:00', '99:99', 'abc "x"'].map(
      (time, index) => `${index + 2} dpt_time: "${time}" must be a time of day such as 08:30`,
    ),
  );
  await applyImport(crewCenter, scheduleImports, id);
  assert.deepEqual(
    [904, 905, 906, 907, 908, 909].map((number) => timeOf(crewCenter, number)),
    ['08:30', '09:45', '10:15', '11:20Z', '12:00Z', '07:05L'],
  );
});

test('a time that is entered must be one; what was stored as other text is shown, and stays while another column changes', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  for (const [column, time] of [
    ['dpt_time', '25:00'],
    ['arr_time', '8:3'],
    ['dpt_time', '2460'],
  ] as const)
    await assert.rejects(editSchedule(crewCenter, 'DMO310', { [column]: time }), (error: Error) => {
      assert.match(error.message, new RegExp(`^${column}: "${time}" must be a time of day`));
      return isRefusal(error, 'invalid') && Object.keys(error.detail.fields ?? {}).join() === column;
    });
  crewCenter.database.exec("UPDATE flights SET dpt_time = 'at noon' WHERE flight_number = 310");
  const edited = await editSchedule(crewCenter, 'DMO310', { dpt_time: 'at noon', arr_time: '1300', notes: 'later' });
  assert.deepEqual([edited.dpt_time, edited.arr_time, edited.notes], ['at noon', '13:00', 'later']);
  await assert.rejects(editSchedule(crewCenter, 'DMO310', { dpt_time: 'at nine' }), /must be a time of day/);
});

test('an import never overwrites what was changed here since the one before, nor since the preview', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  const file = (time: string, notes: string) => `${head}DMO,900,LSZH,LEPA,${time},${notes}\n`;
  await importFile(crewCenter, scheduleImports, file('10:00', 'a'));
  await editSchedule(crewCenter, 'DMO900', { dpt_time: '10:30' });
  const done = await importFile(crewCenter, scheduleImports, file('10:05', 'b'));
  assert.ok(done.kind === 'imported');
  assert.deepEqual([done.added, done.changed], [0, 1]);
  assert.match(done.kept[0]?.problem ?? '', /changed here since the last import: dpt_time \(here 10:30\)/);
  const cells = readScheduleCells(crewCenter, idOf(crewCenter, 900));
  assert.deepEqual([cells.dpt_time, cells.notes], ['10:30', 'b']);
  // What was exported and is imported again is what is here, and may be changed in the file from then on.
  await importFile(crewCenter, scheduleImports, exportSchedules(crewCenter, { isExcel: true }));
  await importFile(crewCenter, scheduleImports, file('10:10', 'b'));
  assert.equal(timeOf(crewCenter, 900), '10:10');

  const id = await previewImport(crewCenter, scheduleImports, file('12:00', 'c'));
  await editSchedule(crewCenter, 'DMO900', { notes: 'by hand' });
  await applyImport(crewCenter, scheduleImports, id);
  assert.deepEqual(notesOf(crewCenter, id), ['2 was changed here since the preview']);
  assert.equal(timeOf(crewCenter, 900), '10:10');
});

test('an import is taken back, but for what was changed here since and what a bid refers to', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  const before = exportSchedules(crewCenter, { isExcel: false });
  const csv = `${head}DMO,310,LSZH,EDDF,06:00,x\nDMO,900,LSZH,LEPA,10:00,\nDMO,901,LSZH,LEPA,11:00,\nDMO,902,LSZH,LEPA,12:00,\n`;
  const id = await previewImport(crewCenter, scheduleImports, csv);
  await applyImport(crewCenter, scheduleImports, id);
  await addBid(crewCenter, { pilotId: '3', schedule: 'DMO901', aircraft: null });
  await editSchedule(crewCenter, 'DMO902', { dpt_time: '12:30' });
  await undoImport(crewCenter, scheduleImports, id);
  assert.deepEqual(notesOf(crewCenter, id), [
    '2 taken back',
    '3 taken back',
    '4 stays: a bid refers to it',
    '5 stays: it was changed here since',
  ]);
  assert.deepEqual(newestImport(crewCenter, scheduleImports)?.counts, { new: 2, changed: 0, unchanged: 2, refused: 0 });
  const left = exportSchedules(crewCenter, { isExcel: false })
    .split('\n')
    .filter((line) => !/^DMO,90[12],/.test(line));
  assert.equal(left.join('\n'), before);
  await assert.rejects(undoImport(crewCenter, scheduleImports, id), /not the newest/);
});

test('by command: one that was stopped in the middle is continued first, and what was removed here since is not counted', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  const csv = `${head}DMO,900,LSZH,LEPA,10:00,\nDMO,901,LSZH,LEPA,11:00,\n`;
  await importFile(crewCenter, scheduleImports, csv);
  const id = newestImport(crewCenter, scheduleImports)?.id ?? '';
  await crewCenter.write(() => setImportState(crewCenter, id, 'applying'));
  await assert.rejects(undoNewest(crewCenter, scheduleImports), /stopped in the middle\. Continue it on the page/);
  await applyImport(crewCenter, scheduleImports, id);
  await removeSchedule(crewCenter, 'DMO900');
  assert.deepEqual(await undoNewest(crewCenter, scheduleImports), { takenBack: 1, stays: [] });
});

test('a file without the columns, or with one named twice, is refused at its first line', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  for (const [csv, problem] of [
    ['', /airline: the first line must name this column/],
    ['airline,flight_number,dpt_airport,arr_airport,dpt_tme\n', /dpt_tme: is not a column\. Did you mean "dpt_time"\?/],
    [`${head.trim()},notes\n`, /notes: is named twice/],
    ['airline,flight_number,dpt_airport,arr_airport\n"DMO,1', /Quote Not Closed/],
  ] as const) {
    const done = await importFile(crewCenter, scheduleImports, csv);
    assert.ok(done.kind === 'refused');
    assert.match(done.problems.map((each) => each.problem).join('; '), problem);
  }
});

test('thousands of lines keep nobody waiting for 200 ms', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  const lines = Array.from({ length: 2_000 }, (_, at) => `DMO,${1_000 + at},LSZH,LEPA,10:00,note ${at}\n`);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const id = await measured(() => previewImport(crewCenter, scheduleImports, head + lines.join('')));
  await measured(() => applyImport(crewCenter, scheduleImports, id));
  assert.deepEqual(newestImport(crewCenter, scheduleImports)?.counts, {
    new: 2_000,
    changed: 0,
    unchanged: 0,
    refused: 0,
  });
  await measured(() => undoImport(crewCenter, scheduleImports, id));
  assert.equal(crewCenter.get('SELECT count(*) AS count FROM flights WHERE deleted_at IS NULL')?.count, 5);

  /** In processor time: other programs of the machine may keep us waiting too. */
  async function measured<T>(work: () => Promise<T>): Promise<T> {
    const { user, system } = process.cpuUsage();
    const begun = performance.now();
    delay.reset();
    delay.enable();
    const result = await work();
    delay.disable();
    const cpu = process.cpuUsage({ user, system });
    const share = Math.min(1, (cpu.user + cpu.system) / 1_000 / (performance.now() - begun));
    const longest = (delay.max / 1e6) * share;
    assert.ok(longest < 200, `${longest} ms of the processor at a time`);
    return result;
  }
});
