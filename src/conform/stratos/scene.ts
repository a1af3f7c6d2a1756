import { at, Deviation, expectShape, expectStatus, LeftOut, objectOf, rowsOf } from '../expect.ts';
import type { Check, OpenFlight } from '../kit.ts';
import { type HeaderValues, type Row, SignedInScene } from '../signed-in.ts';

export type StratosCheck = Check<StratosScene>;

/** The address that Stratos's configuration has. It cannot book: a bid that is there is flown. */
export class StratosScene extends SignedInScene {
  protected override async logIn(username: string, password: string): Promise<string> {
    const answer = await this.send('POST', '/pilot/login', { username, password });
    expectStatus(answer, 200);
    expectShape('the body', answer.json, { token: 'text' });
    return String(at(answer.json, 'token'));
  }

  protected override headersOf(token: string): HeaderValues {
    return { authorization: `Bearer ${token}` };
  }

  async read(path: string): Promise<unknown> {
    const answer = await this.ask('GET', path);
    expectStatus(answer, 200);
    return answer.json;
  }

  async readRows(path: string): Promise<readonly Row[]> {
    return rowsOf(path, await this.read(path));
  }

  /** Without a name the call cancels the flight that is under way: no other call of this contract shows it. */
  override async removeLeftovers(): Promise<readonly string[]> {
    const { status } = await this.ask('POST', '/flights/cancel', {});
    return status === 200 ? ['A flight that was under way was cancelled.'] : [];
  }

  override async findOpen(): Promise<OpenFlight | null> {
    return null;
  }

  /** A bid whose aircraft is known or can be chosen. @param refused - bids that cannot be started: the flight was filed minutes ago @throws LeftOut */
  async bid(refused: ReadonlySet<number> = new Set()): Promise<number> {
    for (const { bid_id, aircraft } of await this.readRows('/flights/bookings')) {
      if (typeof bid_id !== 'number') throw new Deviation(`bid_id is ${JSON.stringify(bid_id)}`);
      if (refused.has(bid_id)) continue;
      if (aircraft !== null || (await this.#choose(bid_id))) return bid_id;
    }
    if (refused.size > 0)
      throw new LeftOut('the server starts none of the bids (409): it has filed these flights minutes ago');
    throw new LeftOut('the pilot has no bid that can be flown, and this contract cannot book one');
  }

  /** The aircraft that a bid may take. */
  async choices(bidId: number): Promise<readonly Row[]> {
    return rowsOf('aircraft', at(await this.read(`/flights/bookings/${bidId}/aircraft`), 'aircraft'));
  }

  async #choose(bidId: number): Promise<boolean> {
    const choices = await this.choices(bidId);
    const chosen = choices.find(({ id }) => this.aircraft === null || String(id) === this.aircraft);
    if (chosen === undefined) return false;
    const answer = await this.ask('POST', '/flights/change-aircraft', { bid_id: bidId, aircraft_id: chosen.id });
    return answer.status === 200;
  }

  /** Starts a bid; the flight is cancelled after the check. @throws LeftOut where none may be started now */
  async start(): Promise<{ readonly bidId: number; readonly id: string }> {
    this.opened.push(async () => {
      await this.ask('POST', '/flights/cancel', {});
    });
    const filed = new Set<number>();
    for (let bidId = await this.bid(); ; bidId = await this.bid(filed)) {
      const answer = await this.ask('POST', '/flights/start', { bid_id: bidId });
      if (answer.status === 409) {
        filed.add(bidId);
        continue;
      }
      expectStatus(answer, 200);
      const { tracking_id: id } = objectOf('the body', answer.json);
      if (typeof id !== 'string') throw new Deviation(`tracking_id is ${JSON.stringify(id)}`);
      return { bidId, id };
    }
  }
}

/** What it reports each time. */
export const update = {
  phase: 'cruise',
  latitude: 47.5,
  longitude: 8.25,
  heading: 90,
  altitude: 9000,
  altitude_agl: 7500,
  vertical_speed: 0,
  ground_speed: 250,
  indicated_airspeed: 220,
  distance_remaining: 100,
} as const;

/** What it sends at the end. */
export const complete = {
  landing_rate: -213,
  fuel_used: 2345,
  flight_time: 1.25,
  block_fuel: 9000,
  route: ['DCT'],
  comments: ['Smooth'],
  flight_data: [{ event: 'Off blocks', timestamp: '2026-01-31T10:00:00Z' }],
  additional_fields: { 'Landing pitch': 2.5 },
} as const;
