import { textOf } from '../../lib/row.ts';
import type { CrewCenter } from '../../platform/embedded/crew-center.ts';
import { findByLogin } from '../../platform/embedded/pilots.ts';
import { CommandError } from '../command.ts';

/** The id of the pilot whose e-mail or ident this is. @throws CommandError */
export function findPilotId(crewCenter: CrewCenter, login: string): string {
  const row = crewCenter.read(() => findByLogin(crewCenter, login));
  if (row === null) throw new CommandError(`There is no pilot ${login}. See tracker pilot list.`);
  return textOf(row, 'id');
}
