import type { Config } from '../config/config.ts';
import { journalPlace } from '../config/journal-place.ts';
import { settings } from '../config/settings.ts';
import type { CopyCounts } from '../journal/move/copy.ts';
import { moveToMysql, moveToSqlite } from '../journal/move/move.ts';
import type { DatabaseOptions } from '../journal/mysql/database.ts';
import { webhookFile } from '../server/duties/webhook-file.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'journal',
  summary: 'move the journal into a database, or out of it',
  text: `\`move\` moves the journal from the file in the data directory into MariaDB, or back with \`--to sqlite\`. Stop every server first. Each
flight is compared after it was moved; sessions stay, so pilots need not log in again. If it is interrupted, run it again: it continues where
it stopped. Into MariaDB, the password is that of ${settings.journalPassword.variable} or ${settings.journalPasswordFile.variable}; back, the database is that of ${settings.journal.variable}.`,
  examples: [
    'tracker journal move --to mysql://tracker@db1,db2,db3/tracker --data /var/lib/tracker',
    'tracker journal move --to sqlite --data /var/lib/tracker',
  ],
};

/** Longer than six beats of a server. */
const watchMs = 4_000;
/** Number of flights between two lines of progress. */
const toldEvery = 500;

const move = form({
  name: 'move',
  withoutData: true,
  options: { to: { value: 'PLACE', required: true, about: '`mysql://user@host1,host2,host3/database`, or `sqlite`' } },
  async run(given, io) {
    const to = given.option('to');
    if (io.config.crewCenter.kind === 'embedded')
      throw new CommandError(
        'The embedded crew center is for one machine, with its journal beside it. Name the site with --crew-center.',
      );
    const suffix = `moved-${new Date().toISOString().slice(0, 10)}`;
    const shared = { directory: io.dataDirectory, suffix, watchMs, webhooks: webhookFile, onFlight: progressOf(io) };
    if (to === 'sqlite') {
      const counts = await moveToSqlite({ ...shared, database: sourceOf(io.config) });
      report(io, counts, `Moved into ${io.dataDirectory}. Remove ${settings.journal.variable}, and start the server.`);
    } else {
      const { counts, kept } = await moveToMysql({ ...shared, database: destinationOf(to, io.config) });
      report(
        io,
        counts,
        `Moved into the database. Set ${settings.journal.variable}, and start the servers. The file is now ${kept}.`,
      );
    }
    return 0;
  },
});

function destinationOf(to: string, config: Config): DatabaseOptions {
  const place = journalPlace.read(to);
  if (place === undefined) throw new CommandError(`--to must be \`sqlite\`, or ${journalPlace.constraint}.`, 2);
  return { ...place, password: config.journalPassword };
}

function sourceOf({ journal }: Config): DatabaseOptions {
  if (journal !== null) return journal;
  throw new CommandError(`Set ${settings.journal.variable} to the database from which the journal is moved.`);
}

function progressOf(io: CommandIo) {
  return (done: number, all: number) => {
    if (!io.json && done % toldEvery === 0) io.err(`${done} of ${all} flights`);
  };
}

function report(io: CommandIo, counts: CopyCounts, next: string): void {
  const again = counts.there === 0 ? '' : `, ${counts.there} of them before`;
  io.out(
    io.json ? JSON.stringify(counts) : `${counts.flights} flights with ${counts.reports} reports${again}. ${next}`,
  );
}

export const command = commandOf(about, [move]);
