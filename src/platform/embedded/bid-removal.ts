import { Refusal } from '../../tracking/refusals.ts';
import { BidService } from './bid-service.ts';
import type { CrewCenter } from './crew-center.ts';

/** Takes the bid away; a flight that was begun with it goes on. @throws Refusal `not-found` */
export function removeBid(crewCenter: CrewCenter, bidId: string): Promise<void> {
  return crewCenter.write((tell) => {
    if (!new BidService(crewCenter, tell).remove(bidId))
      throw new Refusal('not-found', { message: 'There is no such bid.' });
  });
}
