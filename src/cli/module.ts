import { join } from 'node:path';
import type { CrewCenter } from '../platform/embedded/crew-center.ts';
import { modulesFolderName } from '../platform/embedded/embedded.ts';
import { ManifestError } from '../platform/embedded/modules/manifest.ts';
import {
  disableModule,
  enableModule,
  listModules,
  type ModuleListing,
} from '../platform/embedded/modules/module-table.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { toInstant } from './table.ts';

const about: About = {
  name: 'module',
  summary: 'list, enable and disable modules',
  text: `Manages third-party modules of the embedded crew center: folders in "modules" of the data directory, each with a module.json
(see docs/modules/README.md). Enabling a module applies its migrations; a running server starts or stops it within seconds. The
server stops a module that throws repeatedly, hangs or spins, and lists it with the reason. Enable it again when it is fixed.`,
  examples: ['tracker module list', 'tracker module enable FlightLog'],
};

const list = form({
  name: 'list',
  async run(_given, io) {
    const modules = await withModules(io, (crewCenter, folder) => listModules(crewCenter, folder));
    printList(io, modules, {
      titles: ['MODULE', 'VERSION', 'STATE', 'DESCRIPTION'],
      row: (each) => [each.name, each.version, stateOf(each), each.description],
      none: `There are no modules in ${folderOf(io)}.`,
    });
    return 0;
  },
});

const enable = form({
  name: 'enable',
  positionals: ['NAME'],
  done: (given) => ['module-enable', given.positional(0), null],
  async run(given, io) {
    const name = given.positional(0);
    const { version, events } = await withModules(io, (crewCenter, folder) => enableModule(crewCenter, folder, name));
    io.out(
      io.json
        ? JSON.stringify({ name, version, events, isEnabled: true })
        : `${name} ${version} is enabled and listens to ${events.join(', ')}.`,
    );
    return 0;
  },
});

const disable = form({
  name: 'disable',
  positionals: ['NAME'],
  done: (given) => ['module-disable', given.positional(0), null],
  async run(given, io) {
    const name = given.positional(0);
    const wasEnabled = await withModules(io, (crewCenter) => disableModule(crewCenter, name));
    if (!wasEnabled) throw new CommandError(`${name} is not enabled. See tracker module list.`);
    io.out(io.json ? JSON.stringify({ name, isEnabled: false }) : `${name} is disabled.`);
    return 0;
  },
});

/** Third-party modules of the embedded crew center. */
export const command = commandOf(about, [list, enable, disable]);

function withModules<T>(io: CommandIo, work: (crewCenter: CrewCenter, folder: string) => T | Promise<T>): Promise<T> {
  return withCrewCenter(io, async (crewCenter) => {
    try {
      return await work(crewCenter, folderOf(io));
    } catch (error) {
      if (error instanceof ManifestError) throw new CommandError(error.message);
      // The module's own migrations failed: show the database's message to the operator.
      if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')
        throw new CommandError(`The module's migrations failed, and it was not enabled: ${error.message}`);
      throw error;
    }
  });
}

function folderOf(io: CommandIo): string {
  return join(io.dataDirectory, modulesFolderName);
}

function stateOf({ isEnabled, problem, stoppedAt, stoppedReason }: ModuleListing): string {
  if (problem !== null) return problem;
  if (isEnabled) return 'enabled';
  return stoppedReason === null ? 'disabled' : `stopped ${toInstant(stoppedAt)}: ${stoppedReason}`;
}
