import type { Platform } from '../../platform/port.ts';
import type { Session, StartRequest } from '../calls.ts';
import type { DeskCalls } from '../desk.ts';
import type { FreeFlight } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { HostSettings } from '../sessions/host-settings.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { Clearances } from './clearances.ts';

/** The bid that a start flies; `isOwn` where it was made for it. */
export interface StartBid {
  readonly id: string;
  readonly isOwn: boolean;
}

/**
 * The bids of clients that name no bid but a schedule, or nothing except the flight itself. Looked for and made in the
 * pilot's turn: two starts at once would make two.
 */
export class StartBids {
  readonly #platform: Pick<Platform, 'listBids'>;
  readonly #desk: Pick<DeskCalls, 'offers' | 'book' | 'charter' | 'unbook'>;
  readonly #settings: HostSettings;
  readonly #clearances: Clearances;

  constructor(
    platform: Pick<Platform, 'listBids'>,
    desk: Pick<DeskCalls, 'offers' | 'book' | 'charter' | 'unbook'>,
    settings: HostSettings,
    clearances: Clearances,
  ) {
    this.#platform = platform;
    this.#desk = desk;
    this.#settings = settings;
    this.#clearances = clearances;
  }

  /**
   * Returns the bid on the schedule, which is booked unless the pilot has one; null for a flight without a bid. Where bids are
   * required, a flight of the pilot's own making becomes a charter.
   */
  async of(session: Session, { schedule, freeFlight, aircraft }: StartRequest): Promise<StartBid | null> {
    const scheduleId = schedule?.id ?? null;
    const isRequired = this.#settings.current.bidsRequired;
    if (scheduleId === null) return isRequired && freeFlight !== null ? this.#charter(session, freeFlight) : null;
    const bids = await this.#platform.listBids(session.pilot.id);
    const bid = bids.find(({ plan }) => plan.scheduleId === scheduleId);
    if (bid !== undefined) return { id: bid.id, isOwn: false };
    if (!this.#desk.offers('book')) return null;
    try {
      const { id } = await this.#desk.book(session, { scheduleId, aircraftId: aircraft });
      return { id, isOwn: true };
    } catch (error) {
      // A flight that may not be booked may still be flown.
      if (isRequired || !isRefusal(error, 'crew-center-refused')) throw error;
      return null;
    }
  }

  /** Removes a bid that was made for a flight that is not flown, unless another one flies it. An unavailable crew center keeps it. */
  async remove(turn: Turn, session: Session, bidId: string): Promise<void> {
    const { taken } = await this.#clearances.of(turn, { id: bidId, scheduleId: null });
    if (taken !== null) return;
    try {
      await this.#desk.unbook(session, bidId);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  async #charter(session: Session, { aircraft, registration: _, ...flight }: FreeFlight): Promise<StartBid | null> {
    if (!this.#desk.offers('charter')) return null;
    const { id } = await this.#desk.charter(session, {
      ...flight,
      aircraftId: aircraft,
      cruiseAltitudeFt: null,
      kind: 'passenger',
      departureTime: null,
      arrivalTime: null,
    });
    return { id, isOwn: true };
  }
}
