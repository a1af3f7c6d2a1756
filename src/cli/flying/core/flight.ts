import { systemTiming } from '../../../client/timing.ts';
import { phpvms7 } from '../../../client/wires/phpvms7.ts';
import { CommandError } from '../../command.ts';
import type { Faults } from '../faults.ts';
import { type Playback, planPlayback } from '../playback.ts';
import type { Recording, Sample } from '../recording.ts';
import { phasesOf } from '../smartcars/recorded-flight.ts';
import { findCoreBase } from './base-url.ts';
import { CoreConnection, dataOf, messageOf } from './connection.ts';
import { type PrefileBody, planPrefile } from './plan.ts';
import { fileBody, logOf, pointOf, progressOf, statusOf } from './recorded-flight.ts';

export interface CoreOrder {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Null: the first bid that fits the recording, else the first one, else a flight without a bid. */
  readonly bidId: string | null;
  readonly recording: Recording;
  /** 1 is real time. */
  readonly speed: number;
  /** Points in one request. */
  readonly batchSize: number;
  readonly patienceMs: number;
  readonly faults: Faults | null;
  remark(text: string): void;
  onProgress(sent: number, total: number): void;
}

/** A flight that was flown by phpVMS 7's API. */
export interface CoreFlown {
  readonly base: string;
  /** The PIREP as it was read after filing. */
  readonly pirep: Readonly<Record<string, unknown>>;
  readonly points: { readonly sent: number; readonly requests: number };
}

/** Flies the recording as a client of phpVMS 7's API does. @throws CommandError */
export async function flyCore(order: CoreOrder): Promise<CoreFlown> {
  const base = await findCoreBase(order.baseUrl, (url, init) => fetch(url, init));
  const { faults, patienceMs } = order;
  const connect = () => {
    const net = { fetch: faults?.newNetwork() ?? fetch, timing: faults?.timing ?? systemTiming, patienceMs };
    return new CoreConnection(base, order.apiKey, net);
  };
  const client = connect();
  const prefile = await planPrefile(client, order);
  order.remark(`Flying ${prefile.flight_number} ${prefile.dpt_airport_id}–${prefile.arr_airport_id}.`);
  return await new CoreRun(base, order, prefile, connect).fly(client);
}

/** From the prefile of a flight to its PIREP, over a crash of the client. */
class CoreRun {
  readonly #base: string;
  readonly #order: CoreOrder;
  readonly #prefile: PrefileBody;
  readonly #connect: () => CoreConnection;
  readonly #points = { sent: 0, requests: 0 };

  constructor(base: string, order: CoreOrder, prefile: PrefileBody, connect: () => CoreConnection) {
    this.#base = base;
    this.#order = order;
    this.#prefile = prefile;
    this.#connect = connect;
  }

  async fly(connection: CoreConnection): Promise<CoreFlown> {
    const { recording, speed, faults, batchSize, onProgress } = this.#order;
    const { samples } = recording;
    let client = connection;
    const id = await this.#open(client);
    const playback = planPlayback(recording, speed, Date.now(), null);
    const phases = phasesOf(recording);
    for (let index = 0; index < samples.length; index += batchSize) {
      const last = Math.min(index + batchSize, samples.length) - 1;
      const waitMs = playback.dueAt(last) - Date.now();
      const says = playback.holeBefore(last, waitMs);
      if (says !== null) this.#order.remark(says);
      if (waitMs > 0) await systemTiming.sleep(waitMs);
      const positions = samples
        .slice(index, last + 1)
        .map((sample, at) =>
          pointOf(id, index + at, sample, playback.recordedAt(index + at), statusOf(phases[index + at])),
        );
      await client.data(phpvms7.report(id, positions));
      await client.data(phpvms7.progress(id, { status: statusOf(phases[last]), ...progressOf(recording, last) }));
      this.#points.sent += positions.length;
      this.#points.requests += 1;
      onProgress(last + 1, samples.length);
      if (faults?.strike(index, last + 1) === 'crash') client = await this.#restart(id);
    }
    await this.#file(client, id, playback);
    await faults?.flush();
    const pirep = (await client.data(phpvms7.read(id))) as CoreFlown['pirep'];
    return { base: this.#base, pirep, points: this.#points };
  }

  async #open(client: CoreConnection): Promise<string> {
    const { id } = (await client.data(phpvms7.start(this.#prefile))) as { id?: unknown };
    if (typeof id === 'string') return id;
    throw new CommandError('The server opened a PIREP without an id.');
  }

  /** The client was killed: it opens the same flight again. */
  async #restart(id: string): Promise<CoreConnection> {
    const client = this.#connect();
    const again = await this.#open(client);
    if (again === id) return client;
    throw new CommandError(`After a restart of the client the PIREP is ${again}; it was ${id}.`);
  }

  /** A phpVMS refuses a second `file` of a flight whose first answer was lost; then the PIREP says that it is filed. */
  async #file(client: CoreConnection, id: string, playback: Playback): Promise<void> {
    const { recording } = this.#order;
    const instant = (sample: Sample) => playback.recordedAt(recording.samples.indexOf(sample));
    await client.data(phpvms7.log(id, logOf(recording, instant)));
    const answer = await client.insist(phpvms7.finish(id, fileBody(recording, instant)));
    if (answer.status === 200) return;
    const pirep = dataOf(await client.insist(phpvms7.read(id))) as { state?: unknown } | undefined;
    if (pirep?.state === 1 || pirep?.state === 2) return;
    throw new CommandError(messageOf(answer));
  }
}
