import { DataDirectoryError } from '../journal/directory.ts';
import { openJournal } from '../journal/open.ts';
import { startWriterHere } from '../journal/writer-here.ts';
import { systemClock } from '../lib/clock.ts';
import { NewerDataError } from '../lib/migrations.ts';
import { backUpBeforeUpgrade, readVersions } from '../server/backups/before-upgrade.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { openFor } from './crew-center/open.ts';
import { requireData } from './existing-data.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { compareRelease } from './newest-release.ts';
import { stopped } from './paused-service.ts';

const about: About = {
  name: 'upgrade',
  summary: 'upgrade the data to this version, or say whether there is a newer one',
  text: `Upgrades the data directory to this version of Tracker, after a backup in it. The server does the same when it starts, without
the backup of everything. ${stopped}
To go back: install the version of before, and \`tracker restore\` the folder that is
printed. With --check it changes nothing: it verifies that a file of a release is signed by a key that this build knows (or by the one
in TRACKER_RELEASE_KEY), is whole, for this system, and not older than this, and says what a version.json announces.`,
  examples: [
    'tracker upgrade',
    'tracker upgrade --check https://releases.example/version.json',
    'tracker upgrade --check ./va-tracker_0.2.0_amd64.deb',
  ],
};

const upgrade = form({
  options: {
    check: { value: 'FILE|URL', about: 'only verify this file of a release, and compare its version with this one' },
  },
  withoutData: true,
  stopsServer: (given) => given.option('check') === null,
  async run(given, io) {
    const source = given.option('check');
    if (source !== null) return await compareRelease(source, io);
    requireData(io);
    return await upgradeData(io);
  },
});

export const command = commandOf(about, [upgrade]);

async function upgradeData(io: CommandIo): Promise<number> {
  const { dataDirectory, config } = io;
  try {
    const before = readVersions(dataDirectory);
    const backup = await backUpBeforeUpgrade(dataDirectory, new Date());
    // First, because it refuses a directory in which a server works.
    const journal = { directory: dataDirectory, clock: systemClock, startWriter: startWriterHere };
    await (await openJournal(journal)).close();
    if (config.crewCenter.kind === 'embedded' && config.crewCenter.version === '7') await (await openFor(io)).close();
    const databases = [...readVersions(dataDirectory)].map(([name, to]) => ({ name, from: before.get(name) ?? 0, to }));
    if (io.json) io.out(JSON.stringify({ backup, databases }));
    else {
      for (const { name, from, to } of databases)
        io.out(from === to ? `${name} is at version ${to}; nothing to do.` : `${name}: version ${from} to ${to}.`);
      io.out(`Backup of before: ${backup}`);
    }
    return 0;
  } catch (error) {
    if (error instanceof DataDirectoryError || error instanceof NewerDataError) throw new CommandError(error.message);
    throw error;
  }
}
