import { at, expectShape, expectStatus, LeftOut, objectOf } from '../expect.ts';
import type { Check, OpenFlight } from '../kit.ts';
import { type HeaderValues, type Row, SignedInScene } from '../signed-in.ts';

export type LegacyCheck = Check<LegacyScene>;

/** A server of the legacy contract. */
export class LegacyScene extends SignedInScene {
  protected override async logIn(login: string, password: string): Promise<string> {
    const answer = await this.send('POST', '/login.php', { login, password });
    expectStatus(answer, 200);
    expectShape('the body', answer.json, { token: 'text' });
    return String(at(answer.json, 'token'));
  }

  protected override headersOf(session: string): HeaderValues {
    return { 'x-tracker-token': session };
  }

  /** The body of a call that must succeed. @throws Deviation */
  async call(path: string, body: object): Promise<Row> {
    const answer = await this.ask('POST', path, body);
    expectStatus(answer, 200);
    return objectOf('the body', answer.json);
  }

  /** The flight under way; null where there is none. @throws Deviation */
  async readOpen(): Promise<Row | null> {
    const { open_flight: open } = await this.call('/get_bid.php', {});
    return open === null || open === undefined ? null : objectOf('open_flight', open);
  }

  /** This contract cannot cancel: the checks continue a flight that was left, and file it. */
  override async removeLeftovers(): Promise<readonly string[]> {
    return [];
  }

  override async findOpen(): Promise<OpenFlight | null> {
    return null;
  }

  /** Names the latest bid, or a flight without one. @throws LeftOut */
  async bid(): Promise<Row> {
    const { bid } = await this.call('/get_bid.php', {});
    if (bid === null || bid === undefined) throw new LeftOut('the pilot has no bid');
    const row = objectOf('bid', bid);
    if (typeof row.blocked === 'string') throw new LeftOut(`the latest bid cannot be flown: ${row.blocked}`);
    const choices = Array.isArray(row.aircraft_choices) ? row.aircraft_choices : [];
    const aircraft = this.aircraft ?? (row.aircraft === null ? at(choices[0], 'id') : undefined);
    return { bid_id: row.id, ...(aircraft !== undefined && { aircraft }) };
  }

  /** A report that continues the flight under way. */
  async newest(): Promise<Row> {
    const [report] = await this.positions(1, await this.readOpen());
    return report ?? {};
  }

  async #serverTime(): Promise<string> {
    const { json } = await this.send('GET', '/status.php');
    return String(at(json, 'server_time'));
  }

  /** Reports a second apart, up to the server's own time, or on from the newest of this flight. */
  async positions(count: number, open: Row | null = null): Promise<readonly Row[]> {
    const now = Date.parse(await this.#serverTime());
    const newest = Date.parse(String(at(open, 'last_position.recorded_at')));
    const before = Number.isNaN(newest) ? now - count * 1_000 : Math.max(now - count * 1_000, newest);
    return Array.from({ length: count }, (_, index) => ({
      seq: Number(open?.last_seq ?? 0) + index + 1,
      recorded_at: new Date(before + (index + 1) * 1_000).toISOString(),
      lat: 47.5 + index / 10_000,
      lon: 8.25,
      altitude_msl: 9000,
      gs: 250,
      heading: 0,
      fuel: 5000 - index,
    }));
  }
}
