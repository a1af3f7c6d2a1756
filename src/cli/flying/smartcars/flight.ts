import { systemTiming } from '../../../client/timing.ts';
import type { WireCall } from '../../../client/transport.ts';
import { CommandError } from '../../command.ts';
import type { Faults } from '../faults.ts';
import { planPlayback } from '../playback.ts';
import type { Recording } from '../recording.ts';
import { messageOf, SmartcarsConnection } from './connection.ts';
import type { BidRow, Dialect, FlightNames, PilotLogin, Row } from './dialect.ts';
import { measureEnd, phasesOf } from './recorded-flight.ts';

export interface SmartcarsOrder {
  readonly baseUrl: string;
  readonly dialect: Dialect;
  readonly pilot: PilotLogin;
  /** Null: the first that fits the recording. */
  readonly bidId: string | null;
  readonly recording: Recording;
  /** 1 is real time. */
  readonly speed: number;
  readonly patienceMs: number;
  readonly faults: Faults | null;
  remark(text: string): void;
  onProgress(sent: number, total: number): void;
}

/** A flight that smartCARS flew. */
export interface SmartcarsFlown {
  readonly scriptUrl: string;
  readonly pirepId: string;
  /** The row of the logbook; null while it is being filed. */
  readonly pirep: Readonly<Record<string, unknown>> | null;
  /** A lost update is not sent again: smartCARS keeps none. */
  readonly updates: { readonly sent: number; readonly acknowledged: number; readonly lost: number };
}

/** Flies the recording as smartCARS 3 does, or a client like it, by its address alone. @throws CommandError */
export async function flySmartcars(order: SmartcarsOrder): Promise<SmartcarsFlown> {
  const scriptUrl = await order.dialect.find(order.baseUrl, (url, init) => fetch(url, init));
  const smartcars = connect(scriptUrl, order, null);
  await smartcars.signIn();
  const bid = await chooseBid(smartcars, order);
  order.remark(`Flying bid ${bid.id}: ${bid.title}.`);
  const uuid = await start(smartcars, order.dialect, bid.id);
  const run = new SmartcarsRun(scriptUrl, order, bid, uuid);
  return run.fly(smartcars);
}

function connect(scriptUrl: string, order: SmartcarsOrder, session: string | null): SmartcarsConnection {
  const { faults, patienceMs, pilot, dialect } = order;
  const net = { fetch: faults?.newNetwork() ?? fetch, timing: faults?.timing ?? systemTiming, patienceMs };
  return new SmartcarsConnection(scriptUrl, { pilot, dialect }, net, session);
}

/** From the start of a bid to its PIREP, over a crash of the app. */
class SmartcarsRun {
  readonly #scriptUrl: string;
  readonly #order: SmartcarsOrder;
  readonly #names: FlightNames;
  readonly #route: readonly string[];
  readonly #updates = { sent: 0, acknowledged: 0, lost: 0 };

  constructor(scriptUrl: string, order: SmartcarsOrder, bid: BidRow, uuid: string) {
    this.#scriptUrl = scriptUrl;
    this.#order = order;
    this.#names = { bidId: bid.id, trackingId: uuid, aircraft: bid.aircraft };
    this.#route = bid.route;
  }

  async fly(connection: SmartcarsConnection): Promise<SmartcarsFlown> {
    const { recording, speed, faults, onProgress, dialect } = this.#order;
    const playback = planPlayback(recording, speed, Date.now(), null);
    const phases = phasesOf(recording);
    let smartcars = connection;
    for (const [index, sample] of recording.samples.entries()) {
      const waitMs = playback.dueAt(index) - Date.now();
      const says = playback.holeBefore(index, waitMs);
      if (says !== null) this.#order.remark(says);
      if (waitMs > 0) await systemTiming.sleep(waitMs);
      await this.#update(smartcars, dialect.update(this.#names, sample, phases[index] ?? 'cruise', this.#route));
      onProgress(index + 1, recording.samples.length);
      if (faults?.strike(index, index + 1) === 'crash') smartcars = await this.#restart(smartcars);
    }
    const end = measureEnd(recording, playback.endAt);
    const answer = await smartcars.insist(dialect.complete(this.#names, end, this.#route));
    if (answer.status !== 200) throw new CommandError(messageOf(answer));
    await faults?.flush();
    const pirepId = dialect.pirepIdOf(answer.body as Row);
    const pirep = await dialect.readPirep(smartcars, pirepId, answer.body as Row);
    return { scriptUrl: this.#scriptUrl, pirepId, pirep, updates: this.#updates };
  }

  /** The app was killed: it starts with the session that it kept, and the pilot starts the same bid again. */
  async #restart({ session }: SmartcarsConnection): Promise<SmartcarsConnection> {
    const smartcars = connect(this.#scriptUrl, this.#order, session);
    await smartcars.signIn();
    const { bidId, trackingId } = this.#names;
    const again = await start(smartcars, this.#order.dialect, bidId);
    if (again === trackingId) return smartcars;
    throw new CommandError(`After a restart of the client the flight is ${again}; it was ${trackingId}.`);
  }

  /** @throws CommandError when the flight is over */
  async #update(smartcars: SmartcarsConnection, update: WireCall): Promise<void> {
    this.#updates.sent += 1;
    const status = await statusOf(smartcars, update, this.#order.dialect.endsFlight);
    if (status === 200) this.#updates.acknowledged += 1;
    else this.#updates.lost += 1;
  }
}

/** In fast motion a pilot has more updates than the server takes: it is given this time for the next one. */
const paceMs = 50;

/** null when no answer came. @throws CommandError when the flight is over */
async function statusOf(
  smartcars: SmartcarsConnection,
  update: WireCall,
  ends: readonly number[],
): Promise<number | null> {
  try {
    for (;;) {
      const answer = await smartcars.ask(update);
      if (ends.includes(answer.status)) throw new CommandError(messageOf(answer));
      if (answer.status !== 429) return answer.status;
      await systemTiming.sleep(paceMs);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return null;
  }
}

async function chooseBid(
  smartcars: SmartcarsConnection,
  { bidId, recording, dialect }: SmartcarsOrder,
): Promise<BidRow> {
  const { status, body } = await smartcars.insist(dialect.bids);
  if (status !== 200) throw new CommandError(messageOf({ status, body }));
  const bids = (body as readonly Row[]).map((row) => dialect.readBid(row));
  const { departure, arrival } = recording;
  const fits = (bid: BidRow) => bid.departure === departure && bid.arrival === arrival;
  const chosen = bidId === null ? (bids.find(fits) ?? bids[0]) : bids.find((bid) => String(bid.id) === bidId);
  if (chosen !== undefined) return chosen;
  throw new CommandError(bidId === null ? 'The pilot has no bids.' : `There is no bid ${bidId}.`);
}

async function start(smartcars: SmartcarsConnection, dialect: Dialect, bidId: number): Promise<string> {
  const answer = await smartcars.insist(dialect.start(bidId));
  if (answer.status !== 200) throw new CommandError(messageOf(answer));
  return dialect.trackingIdOf(answer.body as Row);
}
