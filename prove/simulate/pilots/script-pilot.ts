import type { WireCall } from '../../../src/client/transport.ts';
import { legacy } from '../../../src/client/wires/legacy.ts';
import { isForLooking } from '../readers/booked-schedules.ts';
import type { Sortie } from '../sortie.ts';
import { member, readJson } from '../wire.ts';
import type { Device } from './device.ts';
import { PilotAtHome, SortieOver } from './pilot-at-home.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Statuses after which this flight cannot be flown any more. */
const final = new Set([400, 403, 404, 409, 422]);

/** A pilot beside a phpVMS 5 whose client sends nothing but its log, and sends it again before it is answered. */
export class ScriptPilot extends PilotAtHome {
  protected override readonly kind = 'script';
  #token: string | null = null;

  protected loseStore(): void {
    this.#token = null;
  }

  protected async open(device: Device): Promise<(sortie: Sortie) => Promise<void>> {
    const namesBid = this.draws.happens(0.5);
    return async (sortie) => {
      sortie.bidId ??= await this.#chooseBid(device);
      await device.life.sleep(this.draws.wait(5_000), `${this.name} flies`);
      while (sortie.over === null) await this.#submit(device, sortie, namesBid);
    };
  }

  async #chooseBid(device: Device): Promise<string> {
    for (;;) {
      const answer = await this.#ask(device, legacy.bid);
      const bid = member(answer?.body, 'bid');
      if (bid !== null && bid !== undefined && !isForLooking(member(bid, 'schedule_id')))
        return String(member(bid, 'id'));
      if (answer?.status === 200) this.world.offerBid(this.account.id);
      await device.life.sleep(1_000 + this.draws.wait(5_000), `${this.name} waits for a bid`);
    }
  }

  /** Asks several times before it looks at the answers. @throws SortieOver */
  async #submit(device: Device, sortie: Sortie, namesBid: boolean): Promise<void> {
    const name = namesBid ? { bid_id: sortie.bidId } : {};
    const [count, everyMs] = [this.draws.whole(1, 12), this.draws.pick([20, 200, 2_000])];
    // Some clients say how long they have waited.
    const isCounting = this.draws.happens(0.5);
    const asked: Promise<Answer | null>[] = [];
    for (let index = 0; index < count; index++) {
      const flight_time = 60 + (isCounting ? index : 0);
      asked.push(this.#ask(device, legacy.finish({ ...name, flight_time })));
      await device.life.sleep(this.draws.wait(everyMs), `${this.name} is impatient`);
    }
    const answers = await Promise.all(asked);
    const filed = answers.find((answer) => answer?.status === 200);
    const refused = answers.find((answer) => answer !== null && final.has(answer.status));
    if (filed !== undefined) {
      sortie.isFlownAs(String(member(filed?.body, 'flight_id')));
      sortie.over = 'filed';
    } else if (refused !== undefined) {
      throw new SortieOver(`script ${refused?.status}`);
    } else await device.life.sleep(2_000 + this.draws.wait(10_000), `${this.name} waits`);
  }

  /** Null when there was no answer; also while it cannot sign in. */
  async #ask(device: Device, call: WireCall): Promise<Answer | null> {
    const { login, password } = this.account;
    if (this.#token === null) {
      const grant = await this.#post(device, legacy.login({ login, password }));
      const token = member(grant?.body, 'token');
      if (typeof token !== 'string') return null;
      this.#token = token;
    }
    const answer = await this.#post(device, call, { 'x-tracker-token': this.#token });
    if (answer?.status !== 401) return answer;
    this.#token = null;
    return null;
  }

  async #post(device: Device, { method, path, body }: WireCall, headers: object = {}): Promise<Answer | null> {
    try {
      const answer = await device.fetch(this.world.baseUrl + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: readJson(await answer.text()) };
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }
}
