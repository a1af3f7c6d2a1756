import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileName as journalFile } from '../journal/open.ts';
import { embeddedFileName } from '../platform/embedded/embedded.ts';
import { fiveFileName } from '../platform/embedded/five/five.ts';
import { CommandError, type CommandIo } from './command.ts';

/** For a command that must not make a data directory, which a mistyped `--data` would be. @throws CommandError */
export function requireData({ dataDirectory }: Pick<CommandIo, 'dataDirectory'>): void {
  if ([journalFile, embeddedFileName, fiveFileName].some((name) => existsSync(join(dataDirectory, name)))) return;
  throw new CommandError(
    `${dataDirectory} holds no data of tracker. Name the folder of your server with --data, or make one: tracker serve --data ${dataDirectory}`,
  );
}
