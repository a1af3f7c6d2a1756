import { writeFile } from 'node:fs/promises';
import { scheduleImports } from '../platform/embedded/imports/schedules.ts';
import { editSchedule, removeSchedule } from '../platform/embedded/schedule-changes.ts';
import { scheduleColumns } from '../platform/embedded/schedule-csv.ts';
import { exportSchedules, scheduleTemplate } from '../platform/embedded/schedule-template.ts';
import { listSchedules } from '../platform/embedded/schedules.ts';
import { flightName } from '../tracking/model.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { namesOfChanges, readChanges } from './crew-center/changes.ts';
import { importOf, undoOf } from './crew-center/importing.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { hours, printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import type { Options } from './options.ts';

const about: About = {
  name: 'schedule',
  summary: 'list, import, export, edit and remove schedules',
  text: `Manages the schedules of the embedded crew center. The import reads a CSV file with column names in its first line, as exported
by phpVMS 7:
  ${scheduleColumns.slice(0, 4).join(', ')} (required)
  ${scheduleColumns.slice(4, 12).join(', ')},
  ${scheduleColumns.slice(12).join(', ')}
Existing flights (same airline, number, airports, code and leg) are updated, others are added, none is deleted. Columns that the file
does not have, and what was changed here since the last import, stay as they are. If any line is invalid, nothing is imported, and
every invalid line is listed. Commas, semicolons and tabs are recognised, and what Excel saves.

  template     a file to fill in, with one example
  export       every schedule, as a file that the import reads
  undo-import  takes the last import back; what was changed here since, and what a bid or PIREP refers to, stays and is listed
  edit         changes columns, each an option: --dpt-time 08:30; an empty text clears one
  remove       removes a schedule with its bids; not while it is being flown

SCHEDULE is an id or ident. Only a FILE that does not exist yet is written; without one the text is printed.`,
  examples: [
    'tracker schedule template flights.csv --excel',
    'tracker schedule import flights.csv',
    'tracker schedule edit DM204 --dpt-time 08:30 --active 0',
    'tracker schedule list --json',
  ],
};

const importing = importOf(scheduleImports);

const excel = { about: 'semicolons and a byte order mark, as Excel opens it in columns' } as const;

const exporting = form({
  name: 'export',
  positionals: ['FILE?'],
  options: { excel },
  async run(given, io) {
    const style = { isExcel: given.flag('excel') };
    const csv = await withCrewCenter(io, (crewCenter) => exportSchedules(crewCenter, style));
    return writeCsv(given.positional(0), csv, io);
  },
});

const template = form({
  name: 'template',
  withoutData: true,
  positionals: ['FILE?'],
  options: { excel },
  run: (given, io) => writeCsv(given.positional(0), scheduleTemplate({ isExcel: given.flag('excel') }), io),
});

/** Every column of the file, as an option. */
const editable: Options = Object.fromEntries(
  scheduleColumns.map((column) => [column.replaceAll('_', '-'), { value: 'TEXT' }]),
);

const edit = form({
  name: 'edit',
  positionals: ['SCHEDULE'],
  options: editable,
  done: (given) => ['schedule-edit', given.positional(0), namesOfChanges(given, editable)],
  async run(given, io) {
    const changes = Object.entries(readChanges(given, editable)).flatMap(([name, value]) =>
      value === null ? [] : [[name.replaceAll('-', '_'), value]],
    );
    const schedule = await withCrewCenter(io, (crewCenter) =>
      editSchedule(crewCenter, given.positional(0), Object.fromEntries(changes)),
    );
    const { airline, flight_number, dpt_airport, arr_airport } = schedule;
    io.out(io.json ? JSON.stringify(schedule) : `Changed ${airline}${flight_number} ${dpt_airport}-${arr_airport}.`);
    return 0;
  },
});

const remove = form({
  name: 'remove',
  positionals: ['SCHEDULE'],
  done: (given) => ['schedule-remove', given.positional(0), null],
  async run(given, io) {
    const { id, bids } = await withCrewCenter(io, (crewCenter) => removeSchedule(crewCenter, given.positional(0)));
    io.out(io.json ? JSON.stringify({ id, bids }) : `Removed schedule ${id}, bids removed: ${bids}.`);
    return 0;
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
      none: 'There are no schedules. Get a file to fill in: tracker schedule template FILE.csv',
    });
    return 0;
  },
});

/** Schedules of the embedded crew center. */
export const command = commandOf(about, [list, importing, undoOf(scheduleImports), exporting, template, edit, remove]);

/** Writes CSV to a new file, or prints it. @throws CommandError when the file exists or cannot be written */
async function writeCsv(file: string, csv: string, io: CommandIo): Promise<number> {
  if (file === '') {
    io.out(io.json ? JSON.stringify({ csv }) : csv.trimEnd());
    return 0;
  }
  await writeFile(file, csv, { flag: 'wx' }).catch((error: Error) => {
    throw new CommandError(`${file} cannot be written: ${error.message}. Give the path of a new file.`);
  });
  io.out(io.json ? JSON.stringify({ file }) : `${file} written.`);
  return 0;
}
