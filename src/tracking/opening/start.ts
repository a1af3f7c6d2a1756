import type { Session, StartRequest, StartResult } from '../calls.ts';
import { isRefusal, isUnanswered } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import { clearBid } from './clearances.ts';
import type { OpeningCore } from './core.ts';
import { endOtherFlights, openFlight } from './open-flight.ts';
import { bidToFly, removeOwnBid } from './own-bids.ts';
import { choosePlan } from './plan-choice.ts';
import { findSameFlight, resumeSameFlight } from './same-flight.ts';

/**
 * `start`: opens a flight for a bid, or a free flight where bids are not required; resumes the flight that is already open
 * for it. Identical starts at the same time share one opening; each call has its own timeout, counted from its arrival.
 */
export class Start {
  readonly #core: OpeningCore;
  /** Starts under way, by pilot and request. */
  readonly #running = new Map<string, Promise<StartResult>>();

  constructor(core: OpeningCore) {
    this.#core = core;
  }

  async run({ pilot }: Session, request: StartRequest): Promise<StartResult> {
    const { flights, turns } = this.#core;
    using wait = turns.begin(request.holdsWorker);
    const open = findSameFlight(flights.ofPilot(pilot.id), request);
    // An opening that is not stored yet may be undone: then the pilot would fly without a flight.
    if (open?.flight.state === 'open' && flights.storedOf(open).state === 'open')
      return { flight: open.view(), resumed: true };
    const { bidId, aircraft, registration, freeFlight, schedule } = request;
    const key = JSON.stringify([pilot.id, bidId, aircraft, registration, freeFlight, schedule]);
    const running = this.#running.get(key);
    const job =
      running ?? this.#begin(key, () => turns.run(pilot, wait.shared, (turn) => start(this.#core, turn, request)));
    await wait.require(job);
    const { flight, resumed } = await job;
    return { flight, resumed: resumed || running !== undefined };
  }

  #begin(key: string, task: () => Promise<StartResult>): Promise<StartResult> {
    const job = task().finally(() => this.#running.delete(key));
    this.#running.set(key, job);
    return job;
  }
}

/** While no other paperwork of the pilot is under way: a start that names a schedule flies its bid, which is made if there is none. */
async function start(core: OpeningCore, turn: Turn, request: StartRequest): Promise<StartResult> {
  const { schedule, ...rest } = request;
  if (schedule === undefined) return open(core, turn, request);
  const resumed = await resumeSameFlight(core, turn, request);
  if (resumed !== null) return { flight: resumed.view(), resumed: true };
  const bid = await bidToFly(core, turn, request);
  if (bid === null) return open(core, turn, rest);
  try {
    return await open(core, turn, { ...rest, bidId: bid.id, freeFlight: null }, bid.isOwn);
  } catch (error) {
    // A crew center that did not answer may have opened the flight.
    if (bid.isOwn && isRefusal(error) && !isUnanswered(error)) await removeOwnBid(core, turn, bid.id);
    throw error;
  }
}

/** The steps of a start. */
async function open(core: OpeningCore, turn: Turn, request: StartRequest, isOwnBid = false): Promise<StartResult> {
  const { bidId, replaces = 'never-airborne', network = null } = request;
  const resumed = await resumeSameFlight(core, turn, request);
  if (resumed !== null) return { flight: resumed.view(), resumed: true };
  const clearance = await clearBid(core, turn, bidId);
  await endOtherFlights(core, turn, bidId, replaces);
  const { plan, aircraft } = await choosePlan(core, turn, request);
  const chosen = { plan: { ...plan, ...request.plan }, aircraft, network, isOwnBid };
  const live = await openFlight(core, clearance, chosen);
  return { flight: live.view(), resumed: false };
}
