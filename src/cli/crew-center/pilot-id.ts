import { didYouMean } from '../../lib/nearest.ts';
import { textOf } from '../../lib/row.ts';
import type { CrewCenter } from '../../platform/embedded/crew-center.ts';
import { listPilots } from '../../platform/embedded/pilot-admin.ts';
import { findByLogin } from '../../platform/embedded/pilots.ts';
import { CommandError } from '../command.ts';

/** Returns the id of the pilot with this e-mail or ident. @throws CommandError with the most similar one */
export function findPilotId(crewCenter: CrewCenter, login: string): string {
  const row = crewCenter.read(() => findByLogin(crewCenter, login));
  if (row !== null) return textOf(row, 'id');
  const known = listPilots(crewCenter).flatMap(({ pilot, email }) => [pilot.ident, email]);
  throw new CommandError(`There is no pilot ${login}.${didYouMean(login, known)} See: tracker pilot list`, 1, {
    code: 'not-found',
  });
}

/** Returns the login itself. @throws CommandError as `findPilotId` */
export function requireLogin(crewCenter: CrewCenter, login: string): string {
  findPilotId(crewCenter, login);
  return login;
}
