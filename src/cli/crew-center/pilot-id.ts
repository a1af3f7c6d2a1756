import { textOf } from '../../lib/row.ts';
import type { CrewCenter } from '../../platform/embedded/crew-center.ts';
import { findByLogin } from '../../platform/embedded/pilots.ts';
import { CommandError } from '../command.ts';

/** Returns the id of the pilot with this e-mail or ident. @throws CommandError */
export function findPilotId(crewCenter: CrewCenter, login: string): string {
  const row = crewCenter.read(() => findByLogin(crewCenter, login));
  if (row === null) throw new CommandError(`There is no pilot ${login}. See tracker pilot list.`);
  return textOf(row, 'id');
}
