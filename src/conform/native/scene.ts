import { at, expectShape, expectStatus, LeftOut, objectOf, rowsOf } from '../expect.ts';
import { isOwnNumber, newFlightNumber } from '../flight-number.ts';
import type { Check, OpenFlight } from '../kit.ts';
import { type HeaderValues, type Row, SignedInScene } from '../signed-in.ts';

export type NativeCheck = Check<NativeScene>;

/** A server of the native contract. */
export class NativeScene extends SignedInScene {
  protected override async logIn(login: string, password: string): Promise<string> {
    const answer = await this.send('POST', '/auth', { login, password });
    expectStatus(answer, 200);
    expectShape('the body', answer.json, { token: 'text' });
    return String(at(answer.json, 'token'));
  }

  protected override async logOut(session: string): Promise<void> {
    await this.send('DELETE', '/auth', undefined, this.headersOf(session));
  }

  protected override headersOf(session: string): HeaderValues {
    return { authorization: `Bearer ${session}` };
  }

  /** The body of a call that must succeed. @throws Deviation */
  async call(method: string, path: string, body?: object): Promise<Row> {
    const answer = await this.ask(method, path, body);
    expectStatus(answer, 200);
    return objectOf('the body', answer.json);
  }

  /** The body of a look-up. @throws LeftOut where the crew center does not offer it; Deviation */
  async lookUp(path: string): Promise<Row> {
    const answer = await this.ask('GET', path);
    if (answer.status === 501) throw new LeftOut('the crew center does not offer it');
    expectStatus(answer, 200);
    return objectOf('the body', answer.json);
  }

  /** The flight with this id, or the open one; null when none is open. @throws Deviation */
  async readFlight(flightId?: string): Promise<Row | null> {
    const query = flightId === undefined ? '' : `?flight_id=${encodeURIComponent(flightId)}`;
    const { flight } = await this.call('GET', `/flight${query}`);
    return flight === null ? null : objectOf('flight', flight);
  }

  /** Cancels a flight that a run before has opened and left, and removes its charters. */
  override async removeLeftovers(): Promise<readonly string[]> {
    const done: string[] = [];
    const open = await this.readFlight();
    if (open !== null && isOwnNumber(open.flight_number)) {
      await this.ask('POST', '/cancel', { flight_id: open.flight_id });
      done.push(`Flight ${open.flight_number} of an earlier run was cancelled.`);
    }
    for (const { id, flight_number: number } of rowsOf('bids', (await this.call('GET', '/bids')).bids)) {
      if (!isOwnNumber(number)) continue;
      await this.ask('DELETE', `/bids/${id}`);
      done.push(`The bid on flight ${number} of an earlier run was removed.`);
    }
    return done;
  }

  override async findOpen(): Promise<OpenFlight | null> {
    const open = await this.readFlight();
    if (open === null) return null;
    const name = `${open.ident} (flight ${open.flight_id})`;
    return { name, end: async () => void (await this.call('POST', '/cancel', { flight_id: open.flight_id })) };
  }

  /** What opens a flight: a charter of its own where the crew center offers it, else a bid that can be flown. @throws LeftOut */
  async startBody(): Promise<Row> {
    const charter = await this.#makeCharter();
    const bids = charter === null ? rowsOf('bids', (await this.call('GET', '/bids')).bids) : [charter];
    const bid = bids.find(({ blocked }) => blocked === null);
    if (bid === undefined) throw new LeftOut('the pilot has no bid that can be flown, and charters are not offered');
    const choice = at(rowsOf('aircraft_choices', bid.aircraft_choices ?? [])[0], 'id');
    const aircraft = this.aircraft ?? (bid.aircraft === null ? choice : undefined);
    return { bid_id: bid.id, ...(aircraft !== undefined && { aircraft }) };
  }

  /** A new charter, which is removed after the check. @returns its bid @throws LeftOut where charters are not offered */
  async charter(more: object = {}): Promise<Row> {
    const bid = await this.#makeCharter(more);
    if (bid === null) throw new LeftOut('charters are not offered');
    this.removeLater(String(bid.id));
    return bid;
  }

  removeLater(bidId: string): void {
    this.opened.push(async () => void (await this.ask('DELETE', `/bids/${bidId}`)));
  }

  /** null where charters are not offered. */
  async #makeCharter(more: object = {}): Promise<Row | null> {
    const fleet = await this.ask('GET', '/fleet');
    if (fleet.status !== 200) return null;
    const aircraft = rowsOf('aircraft', at(fleet.json, 'aircraft'));
    const { schedules } = await this.call('GET', '/schedules');
    const [like] = rowsOf('schedules', schedules);
    if (like === undefined) return null;
    const made = await this.ask('POST', '/charters', {
      flight_number: newFlightNumber(),
      departure: at(like, 'departure.icao'),
      arrival: at(like, 'arrival.icao'),
      aircraft: this.aircraft ?? at(like, 'aircraft_ids.0') ?? aircraft[0]?.id,
      ...more,
    });
    return made.status === 200 ? objectOf('bid', at(made.json, 'bid')) : null;
  }

  /** Opens a flight, which is cancelled after the check. @returns the answer of `start` @throws Deviation, LeftOut */
  async start(): Promise<Row & { readonly flight_id: string }> {
    const body = await this.startBody();
    this.opened.push(async () => {
      await this.ask('POST', '/cancel', {});
      await this.ask('DELETE', `/bids/${body.bid_id}`);
    });
    const started = await this.call('POST', '/start', body);
    expectShape('the body', started, { flight_id: 'text' });
    return started as Row & { readonly flight_id: string };
  }

  /** Opens a flight and looks at it. */
  async withFlight(look: (flightId: string, started: Row) => Promise<void>): Promise<void> {
    const started = await this.start();
    await look(started.flight_id, started);
  }

  /** Reports of a short flight, a minute apart, up to the server's own time. */
  async positions(count: number): Promise<readonly Row[]> {
    const { json } = await this.send('GET', '/status');
    const now = Date.parse(String(at(json, 'server_time')));
    return Array.from({ length: count }, (_, index) => ({
      seq: index + 1,
      recorded_at: new Date(now - (count - index) * 60_000).toISOString(),
      lat: 47 + index / 10,
      lon: 8.5,
      altitude_msl: 9000,
      gs: 250,
      heading: 0,
      fuel: 5000 - index,
      phase: 'cruise',
    }));
  }

  /** Opens a flight, reports and finishes it. @returns its id and the answer */
  async file(): Promise<{ readonly flightId: string; readonly finished: Row }> {
    const { flight_id: flightId } = await this.start();
    await this.call('POST', '/position', { flight_id: flightId, positions: await this.positions(3) });
    const finished = await this.call('POST', '/finish', { flight_id: flightId, ...figures });
    return { flightId, finished };
  }
}

/** What a client says at the end. */
export const figures = { flight_time: 61, fuel_used: 2345, landing_rate: -213, notes: 'Conform notes' };
