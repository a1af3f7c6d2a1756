import { at, Deviation, expectShape, expectStatus, LeftOut, objectOf, rowsOf } from '../expect.ts';
import { isOwnNumber, newFlightNumber } from '../flight-number.ts';
import type { Check, OpenFlight } from '../kit.ts';
import { type HeaderValues, type Row, SignedInScene } from '../signed-in.ts';

export type SmartcarsCheck = Check<SmartcarsScene>;

/** A Script URL, with which smartCARS 3 joins its paths. */
export class SmartcarsScene extends SignedInScene {
  protected override async logIn(login: string, password: string): Promise<string> {
    const answer = await this.send('POST', `/pilot/login?username=${encodeURIComponent(login)}`, { password });
    expectStatus(answer, 200);
    expectShape('the body', answer.json, { session: 'text' });
    return String(at(answer.json, 'session'));
  }

  protected override headersOf(session: string): HeaderValues {
    return { authorization: `Bearer ${session}` };
  }

  async read(path: string): Promise<unknown> {
    const answer = await this.ask('GET', path);
    expectStatus(answer, 200);
    return answer.json;
  }

  async readRows(path: string): Promise<readonly Row[]> {
    return rowsOf(path, await this.read(path));
  }

  /** Cancels the flights that a run before has opened and left, and removes its charters. */
  override async removeLeftovers(): Promise<readonly string[]> {
    const own = (await this.readRows('/flights/bookings')).filter(({ number }) => isOwnNumber(number));
    for (const { bidID } of own) {
      await this.ask('POST', '/flights/cancel', { bidID });
      await this.ask('POST', '/flights/unbook', { bidID });
    }
    return own.map(({ number }) => `Flight ${number} of an earlier run was cancelled.`);
  }

  /** No call of this contract shows it. */
  override async findOpen(): Promise<OpenFlight | null> {
    return null;
  }

  /** A bid to fly: a charter of its own where one can be made, else one that is there. @throws LeftOut, Deviation */
  async bid(): Promise<Row & { readonly bidID: number }> {
    const charter = (await this.#makeCharter())?.bidID ?? null;
    const bids = await this.readRows('/flights/bookings');
    const bid = bids.find((each) => (charter === null ? [each.aircraft].flat().length > 0 : each.bidID === charter));
    if (bid !== undefined) return bid as Row & { bidID: number };
    if (charter !== null) throw new Deviation('the bid of flights/charter is not in flights/bookings');
    throw new LeftOut('the pilot has no bid, and no charter can be made');
  }

  /** A new charter, which is removed after the check, and what was said of it. @throws LeftOut where none can be made */
  async charter() {
    const made = await this.#makeCharter();
    if (made === null) throw new LeftOut('no charter can be made');
    this.unbookLater(made.bidID);
    return made;
  }

  /** null where none can be made. */
  async #makeCharter() {
    const like = (await this.readRows('/flights/search')).find(({ aircraft }) => [aircraft].flat().length > 0);
    if (like === undefined) return null;
    const sent = {
      number: newFlightNumber(),
      departure: like.departureAirport,
      arrival: like.arrivalAirport,
      route: ['CONF', 'DCT'],
      aircraft: this.aircraft ?? String([like.aircraft].flat()[0]),
      cruise: '35000',
      type: 'P',
      departureTime: '10:00',
      arrivalTime: '12:00',
    };
    const made = await this.ask('POST', '/flights/charter', sent);
    return made.status === 200 ? { bidID: at(made.json, 'bidID'), sent } : null;
  }

  unbookLater(bidID: unknown): void {
    this.opened.push(async () => void (await this.ask('POST', '/flights/unbook', { bidID })));
  }

  /** Starts a bid; the flight is cancelled after the check. @returns the members that name the flight in the calls that follow */
  async start(): Promise<Row & { readonly bidID: number; readonly uuid: string }> {
    const { bidID, aircraft } = await this.bid();
    this.opened.push(async () => {
      await this.ask('POST', '/flights/cancel', { bidID });
      await this.ask('POST', '/flights/unbook', { bidID });
    });
    const answer = await this.ask('POST', '/flights/start', { bidID });
    expectStatus(answer, 200);
    const { trackingID } = objectOf('the body', answer.json);
    if (typeof trackingID !== 'string') throw new Deviation(`trackingID is ${JSON.stringify(trackingID)}`);
    return { bidID, uuid: trackingID, aircraft: [aircraft].flat()[0] };
  }

  /** Starts a flight and looks at it. */
  async withFlight(
    look: (names: Row & { readonly bidID: number; readonly uuid: string }) => Promise<void>,
  ): Promise<void> {
    await look(await this.start());
  }
}

/** What smartCARS reports each time. */
export const update = {
  latitude: 47.5,
  longitude: 8.25,
  heading: 90,
  altitude: 9000,
  groundSpeed: 250,
  distanceRemaining: 100,
  timeRemaining: 0.5,
  route: ['DCT'],
  phase: 'cruise',
  network: 'offline',
} as const;

/** What it sends at the end. */
export const complete = {
  remainingLoad: 0,
  flightTime: 1.25,
  landingRate: -213,
  fuelUsed: 2345,
  route: ['DCT'],
  comments: null,
  flightLog: Buffer.from('[10:00:00] Pushing back with 9000 lbs of fuel\n[11:00:00] Landed').toString('base64'),
  flightData: Buffer.from(
    JSON.stringify([
      {
        eventId: '1',
        eventTimestamp: '2026-01-31T10:00:00Z',
        eventElapsedTime: 0,
        eventCondition: null,
        message: 'Off blocks',
      },
    ]),
  ).toString('base64'),
} as const;
