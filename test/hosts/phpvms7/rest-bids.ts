import { demand, notFound, Problem } from './rest-problem.ts';
import { type Row, sqlNow, type Tables } from './rest-tables.ts';

/** The platform's bid service in small (app/Http/Controllers/Api/UserController.php, `bids`; app/Services/BidService.php). */
export class RestBids {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** The aircraft is looked at only where bids block aircraft. */
  async add(user: Row, body: Row): Promise<Row> {
    const isBlocking =
      (await this.#isOn('bids.block_aircraft')) && (await this.#tables.columns('bids')).has('aircraft_id');
    const aircraftId = isBlocking && body.aircraft_id !== undefined ? Number(body.aircraft_id) : null;
    const flightId = await this.#findFlight(body.flight_id);
    const own = await this.#tables.rows('SELECT * FROM {bids} WHERE user_id = ?', [Number(user.id)]);
    if (isBlocking && aircraftId === null && (await this.#tables.has('flight_bundles'))) {
      // On main the pilot's own bid is answered before anything is asked, and a new one must name its aircraft.
      const known = own.find((bid) => bid.flight_id === flightId);
      if (known !== undefined) return known;
      demand({ aircraftId: 'Select an eligible aircraft before placing this bid.' });
    }
    if (own.length > 0 && (await this.#tables.setting('bids.allow_multiple_bids')) === 'false') {
      const message = `User ALP000${user.pilot_id} has the maximum number of bids`;
      throw new Problem(409, 'user-bid-limit', message, { user_id: user.id });
    }
    if (aircraftId !== null) await this.#requireFree(aircraftId);
    const same = own.find((bid) => bid.flight_id === flightId);
    if (same !== undefined) return same;
    if (await this.#isOn('bids.disable_flight_on_bid')) await this.#requireNoBid(flightId);
    await this.#tables.run('INSERT INTO {bids} (user_id, flight_id, created_at, updated_at) VALUES (?, ?, ?, ?)', [
      Number(user.id),
      flightId,
      sqlNow(),
      sqlNow(),
    ]);
    if (aircraftId !== null)
      await this.#tables.run('UPDATE {bids} SET aircraft_id = ? WHERE user_id = ? AND flight_id = ?', [
        aircraftId,
        Number(user.id),
        flightId,
      ]);
    await this.#tables.run('UPDATE {flights} SET has_bid = 1 WHERE id = ?', [flightId]);
    const [made = {}] = await this.#tables.rows('SELECT * FROM {bids} ORDER BY id DESC LIMIT 1');
    return made;
  }

  /** Of a bid of somebody else's this pilot's own on that flight go, and so does a briefing that was not flown. */
  async remove(user: Row, body: Row): Promise<readonly Row[]> {
    const flightId = await this.#findFlight(
      body.bid_id === undefined ? body.flight_id : await this.#flightOfBid(Number(body.bid_id)),
    );
    const values = [Number(user.id), flightId];
    await this.#tables.run('DELETE FROM {bids} WHERE user_id = ? AND flight_id = ?', values);
    await this.#tables.run('DELETE FROM {simbrief} WHERE user_id = ? AND flight_id = ? AND pirep_id IS NULL', values);
    await this.#tables.run(
      'UPDATE {flights} f SET has_bid = EXISTS (SELECT 1 FROM {bids} b WHERE b.flight_id = f.id) WHERE f.id = ?',
      [flightId],
    );
    return this.#tables.rows('SELECT * FROM {bids} WHERE user_id = ?', [Number(user.id)]);
  }

  async #flightOfBid(bidId: number): Promise<unknown> {
    const [bid] = await this.#tables.rows('SELECT flight_id FROM {bids} WHERE id = ?', [bidId]);
    if (bid === undefined) throw notFound('Bid', String(bidId));
    return bid.flight_id;
  }

  /** The repository finds none that is soft-deleted. */
  async #findFlight(id: unknown): Promise<string> {
    const alive = (await this.#tables.columns('flights')).has('deleted_at') ? 'AND deleted_at IS NULL' : '';
    const rows = await this.#tables.rows(`SELECT id FROM {flights} WHERE id = ? ${alive}`, [String(id)]);
    if (rows.length === 0) throw notFound('Flight', String(id));
    return String(id);
  }

  async #requireFree(aircraftId: number): Promise<void> {
    const rows = await this.#tables.rows('SELECT id FROM {bids} WHERE aircraft_id = ?', [aircraftId]);
    if (rows.length > 0)
      throw new Problem(409, 'bid-exists', 'A bid already exists for this aircraft', { aircraft_id: aircraftId });
  }

  async #requireNoBid(flightId: string): Promise<void> {
    const rows = await this.#tables.rows('SELECT id FROM {bids} WHERE flight_id = ?', [flightId]);
    if (rows.length > 0)
      throw new Problem(409, 'bid-exists', 'A bid already exists for this flight', { flight_id: flightId });
  }

  async #isOn(key: string): Promise<boolean> {
    return (await this.#tables.setting(key)) === 'true';
  }
}
