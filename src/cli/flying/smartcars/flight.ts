import { systemTiming } from '../../../client/timing.ts';
import { CommandError } from '../../command.ts';
import type { Faults } from '../faults.ts';
import { planPlayback } from '../playback.ts';
import type { Recording } from '../recording.ts';
import { messageOf, type PilotLogin, SmartcarsConnection } from './connection.ts';
import { completeBody, phasesOf, updateBody } from './recorded-flight.ts';
import { findScriptUrl } from './script-url.ts';

export interface SmartcarsOrder {
  readonly baseUrl: string;
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

interface BidRow {
  readonly bidID: number;
  readonly code: string;
  readonly number: string;
  readonly departureAirport: string;
  readonly arrivalAirport: string;
  readonly route: readonly string[] | null;
  readonly aircraft: number | readonly number[];
}

/** Flies the recording as smartCARS 3 does, by the Script URL alone. @throws CommandError */
export async function flySmartcars(order: SmartcarsOrder): Promise<SmartcarsFlown> {
  const scriptUrl = await findScriptUrl(order.baseUrl, (url, init) => fetch(url, init));
  const smartcars = connect(scriptUrl, order, null);
  await smartcars.signIn();
  const bid = await chooseBid(smartcars, order);
  order.remark(`Flying bid ${bid.bidID}: ${bid.code}${bid.number} ${bid.departureAirport}–${bid.arrivalAirport}.`);
  const uuid = await start(smartcars, bid.bidID);
  const run = new SmartcarsRun(scriptUrl, order, bid, uuid);
  return run.fly(smartcars);
}

function connect(scriptUrl: string, order: SmartcarsOrder, session: string | null): SmartcarsConnection {
  const { faults, patienceMs, pilot } = order;
  const net = { fetch: faults?.newNetwork() ?? fetch, timing: faults?.timing ?? systemTiming, patienceMs };
  return new SmartcarsConnection(scriptUrl, pilot, net, session);
}

/** From the start of a bid to its PIREP, over a crash of the app. */
class SmartcarsRun {
  readonly #scriptUrl: string;
  readonly #order: SmartcarsOrder;
  readonly #names: { readonly bidID: number; readonly uuid: string; readonly aircraft: number | null };
  readonly #route: readonly string[];
  readonly #updates = { sent: 0, acknowledged: 0, lost: 0 };

  constructor(scriptUrl: string, order: SmartcarsOrder, bid: BidRow, uuid: string) {
    this.#scriptUrl = scriptUrl;
    this.#order = order;
    this.#names = { bidID: bid.bidID, uuid, aircraft: [bid.aircraft].flat()[0] ?? null };
    this.#route = bid.route ?? [];
  }

  async fly(connection: SmartcarsConnection): Promise<SmartcarsFlown> {
    const { recording, speed, faults, onProgress } = this.#order;
    const playback = planPlayback(recording, speed, Date.now(), null);
    const phases = phasesOf(recording);
    let smartcars = connection;
    for (const [index, sample] of recording.samples.entries()) {
      const waitMs = playback.dueAt(index) - Date.now();
      if (waitMs > 0) await systemTiming.sleep(waitMs);
      await this.#update(smartcars, updateBody(this.#names, sample, phases[index] ?? 'cruise', this.#route));
      onProgress(index + 1, recording.samples.length);
      if (faults?.strike(index, index + 1) === 'crash') smartcars = await this.#restart(smartcars);
    }
    const body = completeBody(this.#names, recording, playback.endAt, this.#route);
    const answer = await smartcars.insist('POST', 'flights/complete', body);
    if (answer.status !== 200) throw new CommandError(messageOf(answer));
    await faults?.flush();
    const pirepId = String((answer.body as { pirepID: unknown }).pirepID);
    const pirep = await readPirep(smartcars, pirepId);
    return { scriptUrl: this.#scriptUrl, pirepId, pirep, updates: this.#updates };
  }

  /** The app was killed: it starts with the session that it kept, and the pilot starts the same bid again. */
  async #restart({ session }: SmartcarsConnection): Promise<SmartcarsConnection> {
    const smartcars = connect(this.#scriptUrl, this.#order, session);
    await smartcars.signIn();
    const { bidID, uuid } = this.#names;
    const again = await start(smartcars, bidID);
    if (again === uuid) return smartcars;
    throw new CommandError(`After a restart of the client the flight is ${again}; it was ${uuid}.`);
  }

  /** @throws CommandError when the flight is over */
  async #update(smartcars: SmartcarsConnection, body: object): Promise<void> {
    this.#updates.sent += 1;
    const status = await statusOf(smartcars, body);
    if (status === 200) this.#updates.acknowledged += 1;
    else this.#updates.lost += 1;
  }
}

/** In fast motion a pilot has more updates than the server takes: it is given this time for the next one. */
const paceMs = 50;

/** null when no answer came. @throws CommandError when the flight is over */
async function statusOf(smartcars: SmartcarsConnection, body: object): Promise<number | null> {
  try {
    for (;;) {
      const answer = await smartcars.ask('POST', 'flights/update', body);
      if (answer.status === 404) throw new CommandError(messageOf(answer));
      if (answer.status !== 429) return answer.status;
      await systemTiming.sleep(paceMs);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return null;
  }
}

async function chooseBid(smartcars: SmartcarsConnection, { bidId, recording }: SmartcarsOrder): Promise<BidRow> {
  const { status, body } = await smartcars.insist('GET', 'flights/bookings');
  if (status !== 200) throw new CommandError(messageOf({ status, body }));
  const bids = body as readonly BidRow[];
  const { departure, arrival } = recording;
  const fits = (bid: BidRow) => bid.departureAirport === departure && bid.arrivalAirport === arrival;
  const chosen = bidId === null ? (bids.find(fits) ?? bids[0]) : bids.find((bid) => String(bid.bidID) === bidId);
  if (chosen !== undefined) return chosen;
  throw new CommandError(bidId === null ? 'The pilot has no bids.' : `There is no bid ${bidId}.`);
}

async function start(smartcars: SmartcarsConnection, bidID: number): Promise<string> {
  const answer = await smartcars.insist('POST', 'flights/start', { bidID });
  if (answer.status !== 200) throw new CommandError(messageOf(answer));
  return (answer.body as { trackingID: string }).trackingID;
}

async function readPirep(smartcars: SmartcarsConnection, pirepId: string): Promise<SmartcarsFlown['pirep']> {
  const { status, body } = await smartcars.insist('GET', 'pireps/search');
  if (status !== 200 || !Array.isArray(body)) return null;
  return (body as Record<string, unknown>[]).find(({ id }) => String(id) === pirepId) ?? null;
}
