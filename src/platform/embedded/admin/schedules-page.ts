import type { FastifyReply, FastifyRequest } from 'fastify';
import { table } from '../../../lib/table.ts';
import { flightName } from '../../../tracking/model.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { addSchedule, editSchedule, removeSchedule } from '../schedule-changes.ts';
import { scheduleColumns } from '../schedule-csv.ts';
import { importSchedules, type ScheduleImport } from '../schedule-import.ts';
import { readScheduleCells, type ScheduleCells } from '../schedule-rows.ts';
import { readSchedule, type ScheduleListing, scheduleList } from '../schedules.ts';
import { type EditField, type EditPage, registerEditing } from './edit-page.ts';
import { type AdminList, readList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/schedules';
const bodyLimit = 8 << 20;
const maxProblems = 50;

type ShownSchedule = ScheduleListing & { readonly name: string; readonly cells: ScheduleCells };

const schedules: AdminList<ShownSchedule> = {
  path: 'schedules',
  table: scheduleList,
  read(crewCenter, id) {
    const schedule = readSchedule(crewCenter, id);
    return { ...schedule, name: flightName(schedule.plan), cells: readScheduleCells(crewCenter, id) };
  },
  // What the import takes back.
  columns: Object.fromEntries(scheduleColumns.map((column) => [column, ({ cells }: ShownSchedule) => cells[column]])),
};

const done = {
  added: 'The schedule was added.',
  edited: 'The schedule was changed.',
  removed: 'The schedule was removed.',
};

const hints = table<string>({
  airline: 'ICAO code.',
  dpt_airport: 'ICAO code.',
  arr_airport: 'ICAO code.',
  days: 'Digits of weekdays, Monday 1 to Sunday 7; empty for every day.',
  distance: 'Nautical miles.',
  flight_time: 'Minutes.',
  flight_type: 'A letter; J is a scheduled passenger flight.',
  subfleets: 'Types, with semicolons between them; empty for any aircraft.',
});

const scheduleFields: readonly EditField[] = scheduleColumns.map((name) => ({
  name,
  label: labelOf(name),
  ...(hints[name] === undefined ? {} : { hint: hints[name] }),
  ...(name === 'active' ? { choices: ['1', '0'] } : {}),
}));

function labelOf(column: string): string {
  const words = column
    .replace('dpt', 'departure')
    .replace('arr_', 'arrival_')
    .replace('alt_', 'alternate_')
    .replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function schedulePage(crewCenter: CrewCenter): EditPage {
  return {
    path: 'schedules',
    what: 'schedule',
    fields: scheduleFields,
    aboutRemoval: 'Its bids are removed too; PIREPs keep what was planned. Not while it is being flown.',
    read(id) {
      const { cells, name } = schedules.read(crewCenter, id);
      return { title: `${name} ${cells.dpt_airport} – ${cells.arr_airport}`, subject: id, values: cells };
    },
    save: (id, changes) => editSchedule(crewCenter, id, changes),
    remove: (id) => removeSchedule(crewCenter, id),
  };
}

interface Shown {
  readonly result: ScheduleImport | null;
  readonly csv: string;
  readonly problem: string | null;
  /** Problems by field, and what was typed, of a schedule that could not be added. */
  readonly fields: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
}

const empty = Object.fromEntries(scheduleColumns.map((column) => [column, '']));
const typed = { ...empty, flight_type: 'J', active: '1' };
const nothing: Shown = { result: null, csv: '', problem: null, fields: {}, typed };

/** Registers the page that lists schedules and imports them from CSV. */
export function registerSchedules(frame: PageFrame, crewCenter: CrewCenter): void {
  registerExport(frame, crewCenter, schedules);
  registerEditing(frame, schedulePage(crewCenter));
  frame.scope.post('/admin/schedules/add', async (request, reply) => {
    const form = frame.formOf(request);
    const cells = Object.fromEntries(scheduleColumns.map((column) => [column, form.get(column)?.trim() ?? '']));
    const failed = await attempt(() => addSchedule(crewCenter, cells));
    if (failed !== null) return show(request, reply, { ...nothing, ...failed, typed: cells });
    await frame.audit(request, 'schedule-add', `${cells.airline ?? ''}${cells.flight_number ?? ''}`, null);
    return reply.redirect('../schedules?done=added', 303);
  });
  frame.scope.get('/admin/schedules', async (request, reply) => show(request, reply, nothing));
  frame.scope.post('/admin/schedules', { bodyLimit }, async (request, reply) => {
    const csv = frame.formOf(request).get('csv') ?? '';
    const result = await importSchedules(crewCenter, csv);
    if (result.kind === 'imported') {
      await frame.audit(request, 'schedule-import', 'schedules', `${result.added} added, ${result.changed} changed`);
    }
    return show(request, reply, { ...nothing, result, csv: result.kind === 'refused' ? csv : '' });
  });

  function show(request: FastifyRequest, reply: FastifyReply, { result, csv, problem, fields: wrong, typed }: Shown) {
    const problems = result?.kind === 'refused' ? result.problems : [];
    return showAdmin(frame, request, reply, {
      title: 'Schedules',
      view: 'schedules',
      section,
      data: {
        list: readList(crewCenter, schedules, request.query),
        problems: problems.slice(0, maxProblems),
        more: Math.max(0, problems.length - maxProblems),
        columns: scheduleColumns,
        csv,
        fields: scheduleFields,
        typed,
        wrong,
      },
      done:
        result?.kind === 'imported'
          ? `${result.added} schedule${result.added === 1 ? '' : 's'} added, ${result.changed} changed.`
          : doneOf(request, done),
      problem:
        problems.length > 0
          ? `Nothing was imported: ${problems.length} problem${problems.length === 1 ? '' : 's'} in the file.`
          : problem,
    });
  }
}
