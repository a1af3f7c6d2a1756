import { join } from 'node:path';
import { systemClock } from '../../lib/clock.ts';
import { DatabaseFileError } from '../../lib/database-file.ts';
import { NewerDataError } from '../../lib/migrations.ts';
import type { CrewCenter } from '../../platform/embedded/crew-center.ts';
import { type Embedded, embeddedFileName, openEmbedded } from '../../platform/embedded/embedded.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { CommandError, type CommandIo } from '../command.ts';

/**
 * Opens the embedded crew center of the data directory for the duration of `work`; a running server may have it open too.
 * @throws CommandError for a refusal, with its message.
 */
export async function withCrewCenter<T>(io: CommandIo, work: (crewCenter: CrewCenter) => Promise<T> | T): Promise<T> {
  const embedded = await openFor(io);
  try {
    return await work(embedded.crewCenter);
  } catch (error) {
    throw asCommandError(error);
  } finally {
    await embedded.close();
  }
}

export async function openFor(io: CommandIo): Promise<Embedded> {
  if (io.config.crewCenter.kind !== 'embedded')
    throw new CommandError('This command is for the embedded crew center. Use the admin area of your phpVMS instead.');
  if (io.config.crewCenter.version === '5')
    throw new CommandError(
      'The embedded crew center of version 5 is only for testing clients: commands cannot change it. Unset TRACKER_EMBEDDED_VERSION.',
    );
  const file = join(io.dataDirectory, embeddedFileName);
  const say = (_fields: object, message: string) => io.err(message);
  try {
    return await openEmbedded({ file, clock: systemClock, logger: { info: () => {}, warn: say, error: say } });
  } catch (error) {
    if (error instanceof NewerDataError || error instanceof DatabaseFileError) throw new CommandError(error.message);
    if (isFileProblem(error))
      throw new CommandError(`${file} cannot be opened (${error.message}). Choose another data directory with --data.`);
    throw error;
  }
}

function asCommandError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code, message, detail } = error;
  return new CommandError(message, 1, { code, details: detail.fields === undefined ? {} : { fields: detail.fields } });
}

function isFileProblem(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return ['EACCES', 'ENOTDIR', 'EEXIST', 'EROFS', 'ERR_SQLITE_ERROR'].includes(String(error.code));
}
