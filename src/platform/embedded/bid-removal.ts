import { Refusal } from '../../tracking/refusals.ts';
import { BidService } from './bid-service.ts';
import type { CrewCenter } from './crew-center.ts';

/** Removes a bid; a flight that was started with it continues. @throws Refusal `not-found` */
export function removeBid(crewCenter: CrewCenter, bidId: string): Promise<void> {
  return crewCenter.write((emit) => {
    if (!new BidService(crewCenter, emit).remove(bidId))
      throw new Refusal('not-found', { message: 'This bid does not exist any more. Reload the list.' });
  });
}
