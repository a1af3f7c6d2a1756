import type { Answer, Request } from '../answer.ts';
import { at, expectStatus, LeftOut, objectOf, rowsOf } from '../expect.ts';
import { isOwnNumber, newFlightNumber } from '../flight-number.ts';
import type { Check, OpenFlight, Pilot, Scene, Target } from '../kit.ts';
import { Wire } from '../wire.ts';

export type CoreCheck = Check<CoreScene>;
export type Row = Readonly<Record<string, unknown>>;

type Sent = Omit<Request, 'method' | 'path' | 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** A server of the phpVMS 7 API, a pilot's key, and the flights that a run opens. */
export class CoreScene implements Scene {
  readonly wire: Wire;
  readonly key: string;
  readonly #strangerKey: string | null;
  readonly #aircraft: string | null;
  readonly #later: (readonly [method: string, path: string, body: object | undefined])[] = [];

  constructor({ baseUrl, pilot, stranger, aircraft }: Target) {
    this.wire = new Wire(baseUrl.replace(/(?<!\/)\/+$/, ''));
    this.key = keyOf(pilot);
    this.#strangerKey = stranger === null ? null : keyOf(stranger);
    this.#aircraft = aircraft;
  }

  get secrets(): readonly string[] {
    return [this.key, ...(this.#strangerKey === null ? [] : [this.#strangerKey])];
  }

  /** As the pilot; the path is below `/api/`. */
  ask(method: string, path: string, body?: object | string, headers: Readonly<Record<string, string>> = {}) {
    return this.#send(method, path, {
      headers: { 'x-api-key': this.key, ...headers },
      ...(body !== undefined && { body }),
    });
  }

  /** As the other pilot. @throws LeftOut where none was given */
  askAsStranger(method: string, path: string, body?: object): Promise<Answer> {
    if (this.#strangerKey === null) throw new LeftOut('no key of another pilot was given');
    const headers = { 'x-api-key': this.#strangerKey };
    return this.#send(method, path, { headers, ...(body !== undefined && { body }) });
  }

  /** Without a key, or with these headers alone. */
  askAsNobody(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send(method, path, { headers });
  }

  /** The `data` of a GET that must be answered 200. @throws Deviation */
  async read(path: string): Promise<unknown> {
    const answer = await this.ask('GET', path);
    expectStatus(answer, 200);
    return at(answer.json, 'data');
  }

  async readRow(path: string): Promise<Row> {
    return objectOf('data', await this.read(path));
  }

  async readRows(path: string): Promise<readonly Row[]> {
    return rowsOf('data', await this.read(path));
  }

  /** The points of a flight. */
  readTrack(id: string): Promise<readonly Row[]> {
    return this.readRows(`pireps/${id}/acars/position`);
  }

  /** The lines of its log, as texts. @throws LeftOut where the server does not show it: a phpVMS has no such route */
  async readLog(id: string): Promise<readonly string[]> {
    const answer = await this.ask('GET', `pireps/${id}/acars/logs`);
    if (answer.status === 404 || answer.status === 405) throw new LeftOut('the server does not show the log');
    expectStatus(answer, 200);
    return rowsOf('data', at(answer.json, 'data')).map(({ log }) => String(log));
  }

  /** Values of custom fields by their names. */
  async readFields(id: string): Promise<Row> {
    const answer = await this.ask('GET', `pireps/${id}/fields`);
    expectStatus(answer, 200);
    return objectOf('fields', at(answer.json, 'data') ?? answer.json);
  }

  /** The first flight that can be booked. @throws LeftOut where there is none */
  async anyFlight(): Promise<Row> {
    const [flight] = await this.readRows('flights?limit=1');
    if (flight === undefined) throw new LeftOut('the server lists no flights');
    return flight;
  }

  /** What a prefile of a flight without a bid needs: from where the pilot is, with an aircraft that is there if one is. */
  async freeFlight(): Promise<Row> {
    const user = await this.readRow('user?with=');
    const fleet = await this.readRows('user/fleet?limit=100');
    const all = fleet.flatMap(({ aircraft }) => (Array.isArray(aircraft) ? rowsOf('aircraft', aircraft) : []));
    const from = typeof user.curr_airport === 'string' ? user.curr_airport : user.home_airport;
    const fits = ({ id, airport_id }: Row) =>
      this.#aircraft === null ? airport_id === from : String(id) === this.#aircraft;
    const aircraft = all.find(fits) ?? (this.#aircraft === null ? all[0] : undefined);
    if (aircraft === undefined)
      throw new LeftOut('the pilot may take no aircraft of user/fleet, or not the one that was named');
    const airports = await this.readRows('airports?limit=50');
    const to = airports.find(({ id }) => id !== from);
    if (to === undefined) throw new LeftOut('the server has fewer than two airports');
    return {
      airline_id: at(user, 'airline.id'),
      aircraft_id: aircraft.id,
      flight_number: Number(newFlightNumber()),
      dpt_airport_id: from,
      arr_airport_id: to.id,
      source_name: 'tracker conform',
    };
  }

  /** Opens a flight without a bid, which is cancelled after the check. @returns its PIREP @throws Deviation */
  async prefile(more: object = {}): Promise<{ readonly id: string; readonly sent: Row; readonly pirep: Row }> {
    const sent = { ...(await this.freeFlight()), ...more };
    const answer = await this.ask('POST', 'pireps/prefile', sent);
    expectStatus(answer, 200);
    const pirep = pirepOf(answer);
    const id = String(pirep.id);
    this.cancelLater(id);
    return { id, sent, pirep };
  }

  /** Opens a flight and looks at it. */
  async withFlight(look: (id: string, sent: Row, pirep: Row) => Promise<void>, more: object = {}): Promise<void> {
    const { id, sent, pirep } = await this.prefile(more);
    await look(id, sent, pirep);
  }

  /** Cancels this PIREP after the check, if it is still open. */
  cancelLater(id: string): void {
    this.#later.push(['DELETE', `pireps/${id}/cancel`, undefined]);
  }

  removeBidLater(id: unknown): void {
    this.#later.push(['DELETE', 'user/bids', { bid_id: id }]);
  }

  /** Cancels flights that a run before has opened and left. */
  async removeLeftovers(): Promise<readonly string[]> {
    const left = (await this.#listOpen()).filter(({ flight_number: number }) => isOwnNumber(number));
    for (const { id } of left) await this.ask('DELETE', `pireps/${id}/cancel`);
    return left.map(({ flight_number: number }) => `Flight ${number} of an earlier run was cancelled.`);
  }

  async findOpen(): Promise<OpenFlight | null> {
    const open = (await this.#listOpen()).find(({ flight_number: number }) => !isOwnNumber(number));
    if (open === undefined) return null;
    return {
      name: `${open.ident ?? open.flight_number} (PIREP ${open.id})`,
      end: async () => expectStatus(await this.ask('DELETE', `pireps/${open.id}/cancel`), 200),
    };
  }

  /** A key is no session. */
  async close(): Promise<void> {}

  #listOpen(): Promise<readonly Row[]> {
    return this.readRows('user/pireps?state=0');
  }

  async tidy(): Promise<void> {
    for (const [method, path, body] of this.#later.splice(0)) await this.ask(method, path, body);
  }

  #send(method: string, path: string, sent: Sent): Promise<Answer> {
    return this.wire.send({ method, path: `/api/${path}`, ...sent });
  }
}

/** The PIREP of an answer. @throws Deviation */
export function pirepOf(answer: Answer): Row {
  return objectOf('data', at(answer.json, 'data'));
}

function keyOf(pilot: Pilot): string {
  if ('apiKey' in pilot) return pilot.apiKey;
  throw new LeftOut('this contract signs in with an API key');
}
