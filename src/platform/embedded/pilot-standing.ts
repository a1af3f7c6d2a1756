import type { Standing } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';
import { standings } from './pilots.ts';

/** Standings that an operator can set. */
export const givenStandings = standings.filter((standing) => standing !== 'deleted');

/** Sets the standing. Sessions of a pilot who may no longer fly end within a minute. @throws Refusal `not-found`, `invalid` naming `standing` */
export async function setStanding(crewCenter: CrewCenter, pilotId: string, wanted: string): Promise<Standing> {
  const standing = givenStandings.find((each) => each === wanted);
  if (standing === undefined) {
    const message = `Standing: choose one of ${givenStandings.join(', ')}.`;
    throw new Refusal('invalid', { message, fields: { standing: message } });
  }
  const sql = 'UPDATE users SET state = ?, updated_at = ? WHERE id = ? AND state <> 5 AND deleted_at IS NULL';
  const changed = await crewCenter.write(() =>
    crewCenter.run(sql, standings.indexOf(standing), crewCenter.now(), Number(pilotId)),
  );
  if (changed === 0) throw new Refusal('not-found', { message: 'This pilot does not exist. Reload the list.' });
  return standing;
}
