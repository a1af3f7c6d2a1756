import { readFile } from 'node:fs/promises';
import { flightName } from '../lib/flight-name.ts';
import { scheduleColumns } from '../platform/embedded/schedule-csv.ts';
import { importSchedules } from '../platform/embedded/schedule-import.ts';
import { listSchedules } from '../platform/embedded/schedules.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { hours, printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'schedule',
  summary: 'list and import schedules',
  text: `Manages the schedules of the embedded crew center. The import reads a CSV file with column names in its first line, as exported
by phpVMS 7:
  ${scheduleColumns.slice(0, 4).join(', ')} (required)
  ${scheduleColumns.slice(4, 12).join(', ')},
  ${scheduleColumns.slice(12).join(', ')}
Existing flights (same airline, number, airports, code and leg) are updated, others are added, none is deleted. If any line is
invalid, nothing is imported, and every invalid line is listed.`,
  examples: ['tracker schedule import flights.csv', 'tracker schedule list --json'],
};

/** Maximum number of problems that are printed; the others are counted. */
const maxShown = 50;

const importing = form({
  name: 'import',
  withoutData: true,
  positionals: ['FILE'],
  done: (given) => ['schedule-import', given.positional(0), null],
  async run(given, io) {
    const file = given.positional(0);
    const csv = await readFile(file, 'utf8').catch((error: Error) => {
      throw new CommandError(`${file} cannot be read: ${error.message}. Give the path of a CSV file.`);
    });
    const done = await withCrewCenter(io, (crewCenter) =>
      importSchedules(crewCenter, csv, (rows, of) => {
        if (!io.json && of >= 1000) io.err(`${rows} of ${of}`);
      }),
    );
    if (done.kind === 'imported') {
      io.out(io.json ? JSON.stringify(done) : `${done.added} schedules added, ${done.changed} changed.`);
      return 0;
    }
    const lines = done.problems.slice(0, maxShown).map(({ line, column, problem }) => {
      return `${file}:${line}: ${column === null ? '' : `${column}: `}${problem}`;
    });
    const more = done.problems.length - lines.length;
    if (more > 0) lines.push(`… and ${more} more`);
    throw new CommandError(
      `${lines.join('\n')}\nNothing was imported. Correct these lines and import the file again.`,
      1,
      { code: 'invalid', details: { problems: done.problems } },
    );
  },
});

const list = form({
  name: 'list',
  async run(_given, io) {
    const schedules = await withCrewCenter(io, listSchedules);
    printList(io, schedules, {
      titles: ['SCHEDULE', 'FLIGHT', 'FROM', 'TO', 'DEPARTS', 'NM', 'TIME', 'FLEETS', 'ACTIVE'],
      row: ({ id, plan, isActive, subfleets }) => [
        ...[id, flightName(plan), plan.departure.icao, plan.arrival.icao, plan.departureTime, plan.distanceNm],
        ...[hours(plan.plannedFlightTimeMin), subfleets.join(', ') || 'any', isActive ? 'yes' : 'no'],
      ],
      none: 'There are no schedules. Import some: tracker schedule import FILE.csv',
    });
    return 0;
  },
});

/** Schedules of the embedded crew center. */
export const command = commandOf(about, [list, importing]);
