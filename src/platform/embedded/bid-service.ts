import { numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { charterOwner } from '../seven/schedule-details.ts';
import type { BidEventName, BidSnapshot } from './bid-events.ts';
import type { CrewCenter } from './crew-center.ts';
import { readHostSettings } from './host-settings.ts';
import type { Emit } from './write-queue.ts';

export interface BidColumns {
  readonly pilotId: string;
  readonly scheduleId: string;
  /** Null lets the pilot choose at the start of the flight. */
  readonly aircraftId: number | null;
}

/**
 * The bid service, like version 7's (app/Services/BidService.php): every bid is added, changed and removed through it.
 * It runs within one transaction of the crew center.
 */
export class BidService {
  readonly #crewCenter: CrewCenter;
  readonly #emit: Emit;

  constructor(crewCenter: CrewCenter, emit: Emit) {
    this.#crewCenter = crewCenter;
    this.#emit = emit;
  }

  /** Returns the id of the pilot's bid on this schedule; null when there is none. */
  find(pilotId: string, scheduleId: string): string | null {
    const row = this.#crewCenter.get(
      'SELECT id FROM bids WHERE user_id = CAST(? AS INTEGER) AND flight_id = ? ORDER BY id LIMIT 1',
      pilotId,
      scheduleId,
    );
    return row === null ? null : textOf(row, 'id');
  }

  /**
   * Adds a bid and returns its id. The caller checks schedule and aircraft.
   * @throws Refusal `crew-center-refused` with the rule that forbids it
   */
  add({ pilotId, scheduleId, aircraftId }: BidColumns): string {
    this.#requireRoom(pilotId, scheduleId);
    const now = this.#crewCenter.now();
    this.#crewCenter.run('UPDATE flights SET has_bid = 1 WHERE id = ?', scheduleId);
    const id = this.#crewCenter.insert(
      `INSERT INTO bids (user_id, flight_id, aircraft_id, created_at, updated_at)
       VALUES (CAST(? AS INTEGER), ?, ?, ?, ?)`,
      pilotId,
      scheduleId,
      aircraftId,
      now,
      now,
    );
    this.#say('BidAdded', String(id));
    return String(id);
  }

  /** @param aircraftId - null lets the pilot choose at the start of the flight */
  chooseAircraft(bidId: string, aircraftId: number | null): void {
    this.#crewCenter.run(
      'UPDATE bids SET aircraft_id = ?, updated_at = ? WHERE id = CAST(? AS INTEGER)',
      aircraftId,
      this.#crewCenter.now(),
      bidId,
    );
    this.#say('BidChanged', bidId);
  }

  /** Removes the bid, and with the last bid on a charter the charter. Returns false when it does not exist any more. */
  remove(bidId: string): boolean {
    const bid = this.#crewCenter.get('SELECT * FROM bids WHERE id = CAST(? AS INTEGER)', bidId);
    if (bid === null) return false;
    this.#remove(bid);
    return true;
  }

  /** Removes the pilot's bid on this schedule after it was flown (app/Listeners/BidEventHandler.php). */
  removeOn(pilotId: number, scheduleId: string): void {
    const bids = this.#crewCenter.all(
      'SELECT * FROM bids WHERE user_id = ? AND flight_id = ? ORDER BY id',
      pilotId,
      scheduleId,
    );
    for (const bid of bids) this.#remove(bid);
  }

  /** Updates `has_bid`, so that the schedule can be bid on again. */
  #remove(bid: Row): void {
    const schedule = textOf(bid, 'flight_id');
    this.#say('BidRemoved', textOf(bid, 'id'));
    this.#crewCenter.run('DELETE FROM bids WHERE id = ?', numberOf(bid, 'id'));
    this.#crewCenter.run(
      'UPDATE flights SET has_bid = EXISTS (SELECT 1 FROM bids WHERE flight_id = flights.id) WHERE id = ?',
      schedule,
    );
    this.#crewCenter.run(
      'DELETE FROM flights WHERE id = ? AND owner_type = ? AND visible = 0 AND has_bid = 0',
      schedule,
      charterOwner,
    );
  }

  #say(name: BidEventName, bidId: string): void {
    this.#emit({ name, at: this.#crewCenter.clock.now(), bid: readSnapshot(this.#crewCenter, bidId) });
  }

  /** In the order of version 7's checks. */
  #requireRoom(pilotId: string, scheduleId: string): void {
    const settings = readHostSettings(this.#crewCenter);
    const has = (sql: string, value: string) => this.#crewCenter.get(sql, value) !== null;
    if (!settings.allowMultipleBids && has('SELECT 1 FROM bids WHERE user_id = CAST(? AS INTEGER)', pilotId))
      throw refused(
        'The pilot already has a bid, and the rule bids.allow_multiple_bids is off. Remove that bid first.',
      );
    if (settings.disableFlightOnBid && has('SELECT 1 FROM bids WHERE flight_id = ?', scheduleId))
      throw refused(
        'Another pilot has a bid on this flight, and the rule bids.disable_flight_on_bid is on. Choose another flight.',
      );
  }
}

function readSnapshot(crewCenter: CrewCenter, bidId: string): BidSnapshot {
  const row = crewCenter.get(
    `SELECT b.*, f.flight_number, f.dpt_airport_id, f.arr_airport_id, f.owner_type FROM bids b
       LEFT JOIN flights f ON f.id = b.flight_id WHERE b.id = CAST(? AS INTEGER)`,
    bidId,
  );
  if (row === null) throw new Error(`bid ${bidId} was there a moment ago`);
  return {
    id: bidId,
    pilotId: textOf(row, 'user_id'),
    scheduleId: textOf(row, 'flight_id'),
    aircraftId: textOrNull(row, 'aircraft_id'),
    flightNumber: textOrNull(row, 'flight_number'),
    departure: textOrNull(row, 'dpt_airport_id'),
    arrival: textOrNull(row, 'arr_airport_id'),
    isCharter: row.owner_type === charterOwner,
  };
}

function refused(message: string): Refusal {
  return new Refusal('crew-center-refused', { message });
}

/** Removes a bid; a flight that was started with it continues. @throws Refusal `not-found` */
export function removeBid(crewCenter: CrewCenter, bidId: string): Promise<void> {
  return crewCenter.write((emit) => {
    if (!new BidService(crewCenter, emit).remove(bidId))
      throw new Refusal('not-found', { message: 'This bid does not exist any more. Reload the list.' });
  });
}
