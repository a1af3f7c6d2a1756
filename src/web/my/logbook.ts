import { sendCsv } from '../../lib/csv.ts';
import type { WebParts } from '../parts.ts';
import type { LogbookHost, LogEntry } from './logbook-host.ts';
import type { MyScope } from './my-pages.ts';

const section = 'my/logbook';

/** Registers the logbook: all filed PIREPs of a pilot where the crew center is ours, else a link to the host's own page. */
export function registerLogbook(my: MyScope): void {
  const { logbook, findLogbook } = my.parts;
  if (logbook !== null) registerOwn(my, logbook);
  else if (findLogbook !== null) registerLink(my, findLogbook);
}

function registerOwn({ scope, parts, pilotOf, show }: MyScope, logbook: LogbookHost): void {
  scope.get('/my/logbook', async (request, reply) => {
    const { pilot } = pilotOf(request);
    const list = logbook.readPage(pilot.id, request.query);
    return show(request, reply, {
      title: 'Logbook',
      titleKey: 'log.title',
      view: 'my/logbook',
      section,
      data: { list, entries: await Promise.all(list.items.map((entry) => lineOf(parts, pilot.id, entry))) },
    });
  });
  scope.get('/my/logbook.csv', async (request, reply) =>
    sendCsv(reply, 'logbook', logbook.exportCsv(pilotOf(request).pilot.id, request.query)),
  );
}

function registerLink({ scope, show }: MyScope, findLogbook: () => Promise<string>): void {
  scope.get('/my/logbook', async (request, reply) =>
    show(request, reply, {
      title: 'Logbook',
      titleKey: 'log.title',
      view: 'my/logbook-elsewhere',
      section,
      data: { url: await findLogbook() },
    }),
  );
}

/** With the flight of it that Tracker has; null for a PIREP that was filed otherwise. */
async function lineOf({ records }: Pick<WebParts, 'records'>, pilotId: string, entry: LogEntry) {
  const flight = await records.readFlight({ pirepId: entry.id });
  return {
    ...entry,
    at: entry.blockOffAt ?? entry.submittedAt ?? entry.createdAt,
    flightId: flight?.pilot.id === pilotId ? flight.id : null,
  };
}
