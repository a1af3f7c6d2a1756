import type { FastifyReply, FastifyRequest } from 'fastify';
import { table } from '../../../lib/table.ts';
import { flightName } from '../../../tracking/model.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { scheduleImports } from '../imports/schedules.ts';
import { readList } from '../list-reading.ts';
import { addSchedule, editSchedule, removeSchedule } from '../schedule-changes.ts';
import { scheduleColumns } from '../schedule-csv.ts';
import { readScheduleCells, type ScheduleCells } from '../schedule-rows.ts';
import { readSchedule, type ScheduleListing, scheduleList } from '../schedules.ts';
import { type EditField, type EditPage, registerEditing } from './edit-page.ts';
import { registerImport } from './import-page.ts';
import { type AdminList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/schedules';

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
  added: 'schedules.added',
  edited: 'schedules.edited',
  removed: 'schedules.removed',
};

const hints = table<string>({
  airline: 'hint.code',
  dpt_airport: 'hint.code',
  arr_airport: 'hint.code',
  days: 'hint.days',
  distance: 'hint.miles',
  flight_time: 'hint.minutes',
  flight_type: 'hint.flight-type',
  subfleets: 'hint.subfleets',
});

const scheduleFields: readonly EditField[] = scheduleColumns.map((name) => ({
  name,
  label: `cell.${name.replaceAll('_', '-')}`,
  ...(hints[name] === undefined ? {} : { hint: hints[name] }),
  ...(name === 'active' ? { choices: ['1', '0'] } : {}),
}));

function schedulePage(crewCenter: CrewCenter): EditPage {
  return {
    path: 'schedules',
    what: 'schedule',
    fields: scheduleFields,
    aboutRemoval: 'schedules.about-removal',
    read(id) {
      const { cells, name } = schedules.read(crewCenter, id);
      return { title: `${name} ${cells.dpt_airport} – ${cells.arr_airport}`, subject: id, values: cells };
    },
    save: (id, changes) => editSchedule(crewCenter, id, changes),
    remove: (id) => removeSchedule(crewCenter, id),
  };
}

interface Shown {
  readonly problem: string | null;
  /** Problems by field, and what was typed, of a schedule that could not be added. */
  readonly fields: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
}

const empty = Object.fromEntries(scheduleColumns.map((column) => [column, '']));
const typed = { ...empty, flight_type: 'J', active: '1' };
const nothing: Shown = { problem: null, fields: {}, typed };

/** Registers the page that lists schedules, adds one, and imports files of them. */
export function registerSchedules(frame: PageFrame, crewCenter: CrewCenter): void {
  registerExport(frame, crewCenter, schedules);
  registerEditing(frame, schedulePage(crewCenter));
  registerImport(frame, crewCenter, { kind: scheduleImports, path: 'schedules', title: 'schedules.import' });
  frame.scope.post('/admin/schedules/add', async (request, reply) => {
    const form = frame.formOf(request);
    const cells = Object.fromEntries(scheduleColumns.map((column) => [column, form.get(column)?.trim() ?? '']));
    let id = '';
    const failed = await attempt(frame.wordsOf(request), async () => {
      id = await addSchedule(crewCenter, cells);
    });
    if (failed !== null) return show(request, reply, { ...nothing, ...failed, typed: cells });
    await frame.audit(request, 'schedule-add', `${cells.airline ?? ''}${cells.flight_number ?? ''}`, null);
    // Among thousands it is not seen otherwise.
    const q = schedules.read(crewCenter, id).name;
    return reply.redirect(`../schedules?${new URLSearchParams({ done: 'added', q })}`, 303);
  });
  frame.scope.get('/admin/schedules', async (request, reply) => show(request, reply, nothing));

  function show(request: FastifyRequest, reply: FastifyReply, { problem, fields: wrong, typed }: Shown) {
    return showAdmin(frame, request, reply, {
      title: 'menu.schedules',
      view: 'schedules',
      section,
      data: { list: readList(crewCenter, schedules, request.query), fields: scheduleFields, typed, wrong },
      done: doneOf(request, done),
      problem,
    });
  }
}
