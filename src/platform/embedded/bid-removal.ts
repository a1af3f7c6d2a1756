import { textOf } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';

/** Takes the bid away; a flight that was begun with it goes on. @throws Refusal `not-found` */
export function removeBid(crewCenter: CrewCenter, bidId: string): Promise<void> {
  return crewCenter.write(() => {
    const bid = crewCenter.get('SELECT flight_id FROM bids WHERE id = ?', Number(bidId));
    if (bid === null) throw new Refusal('not-found', { message: 'There is no such bid.' });
    crewCenter.run('DELETE FROM bids WHERE id = ?', Number(bidId));
    crewCenter.run(
      'UPDATE flights SET has_bid = 0 WHERE id = ? AND id NOT IN (SELECT flight_id FROM bids)',
      textOf(bid, 'flight_id'),
    );
  });
}
