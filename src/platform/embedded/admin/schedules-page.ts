import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ListShape, listPage } from '../../../lib/lists/list.ts';
import { flightName } from '../../../tracking/model.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { scheduleColumns } from '../schedule-csv.ts';
import { importSchedules, type ScheduleImport } from '../schedule-import.ts';
import { listSchedules } from '../schedules.ts';
import { showAdmin } from './views.ts';

const section = 'admin/schedules';
const bodyLimit = 8 << 20;
const maxProblems = 50;

type Shown = ReturnType<typeof listSchedules>[number] & { readonly name: string };

const shape: ListShape<Shown> = {
  words: ({ name, plan, subfleets }) => [name, plan.ident, plan.departure.icao, plan.arrival.icao, ...subfleets],
  sorts: {
    flight: { title: 'Flight', by: ({ name }) => name },
    from: { title: 'Departure', by: ({ plan }) => plan.departure.icao },
    to: { title: 'Arrival', by: ({ plan }) => plan.arrival.icao },
    distance: { title: 'Longest first', by: ({ plan }) => plan.distanceNm, isDescending: true },
  },
};

/** Registers the page that lists schedules and imports them from CSV. */
export function registerSchedules(frame: PageFrame, crewCenter: CrewCenter): void {
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
    const schedules = listSchedules(crewCenter).map((each) => ({ ...each, name: flightName(each.plan) }));
    const problems = result?.kind === 'refused' ? result.problems : [];
    return showAdmin(frame, request, reply, {
      title: 'Schedules',
      view: 'schedules',
      section,
      data: {
        list: listPage(schedules, request.query, shape),
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
