import type { FastifyReply, FastifyRequest } from 'fastify';
import { flightName } from '../../../tracking/model.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { scheduleColumns } from '../schedule-csv.ts';
import { importSchedules, type ScheduleImport } from '../schedule-import.ts';
import { readScheduleCells, type ScheduleCells } from '../schedule-rows.ts';
import { readSchedule, type ScheduleListing, scheduleList } from '../schedules.ts';
import { type AdminList, readList, registerExport } from './table.ts';
import { showAdmin } from './views.ts';

const section = 'admin/schedules';
const bodyLimit = 8 << 20;
const maxProblems = 50;

type Shown = ScheduleListing & { readonly name: string; readonly cells: ScheduleCells };

const schedules: AdminList<Shown> = {
  path: 'schedules',
  table: scheduleList,
  read(crewCenter, id) {
    const schedule = readSchedule(crewCenter, id);
    return { ...schedule, name: flightName(schedule.plan), cells: readScheduleCells(crewCenter, id) };
  },
  // What the import takes back.
  columns: Object.fromEntries(scheduleColumns.map((column) => [column, ({ cells }: Shown) => cells[column]])),
};

/** Registers the page that lists schedules and imports them from CSV. */
export function registerSchedules(frame: PageFrame, crewCenter: CrewCenter): void {
  registerExport(frame, crewCenter, schedules);
  frame.scope.get('/admin/schedules', async (request, reply) => show(request, reply, null, ''));
  frame.scope.post('/admin/schedules', { bodyLimit }, async (request, reply) => {
    const csv = frame.formOf(request).get('csv') ?? '';
    const result = await importSchedules(crewCenter, csv);
    if (result.kind === 'imported') {
      await frame.audit(request, 'schedule-import', 'schedules', `${result.added} added, ${result.changed} changed`);
    }
    return show(request, reply, result, result.kind === 'refused' ? csv : '');
  });

  function show(request: FastifyRequest, reply: FastifyReply, result: ScheduleImport | null, csv: string) {
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
      },
      done:
        result?.kind === 'imported'
          ? `${result.added} schedule${result.added === 1 ? '' : 's'} added, ${result.changed} changed.`
          : null,
      problem:
        problems.length > 0
          ? `Nothing was imported: ${problems.length} problem${problems.length === 1 ? '' : 's'} in the file.`
          : null,
    });
  }
}
