import { mayFly } from './calls/login.ts';
import type { Delivery } from './delivery.ts';
import type { LiveFlight } from './live-flight.ts';
import { checkAtPlatform } from './paperwork/checking.ts';
import { cancelAtPlatform, end } from './paperwork/ending.ts';
import { fileAtPlatform } from './paperwork/filing.ts';
import { resolveStart } from './paperwork/opening.ts';
import { isPirepGone, reconcile } from './paperwork/renewal.ts';
import type { Parts } from './parts.ts';
import { isRefusal } from './refusals.ts';
import { backoffMs } from './waiting.ts';

const standingsEveryMs = 30_000;
/** A start without an answer is left to the client's own repeat for so long. */
const startGraceMs = 30_000;

/** What nobody waits for: silent flights, unresolved intents, pilots who may no longer fly. */
export class Sweep {
  readonly #parts: Parts;
  readonly #delivery: Delivery;
  readonly #tries = new Map<
    string,
    { readonly attempts: number; readonly notBefore: number; readonly error: string }
  >();
  readonly #openAtHost = new Set<LiveFlight>();
  #unchecked: string[] = [];
  #perRound = 0;
  #nextLapAt: number;

  constructor(parts: Parts, delivery: Delivery) {
    this.#parts = parts;
    this.#delivery = delivery;
    this.#nextLapAt = parts.clock.now() + standingsEveryMs;
  }

  /** Tries of an intent so far. */
  tries(
    flightId: string,
  ): { readonly attempts: number; readonly notBefore: number; readonly error: string } | undefined {
    return this.#tries.get(flightId);
  }

  retryNow(flightId: string): void {
    this.#tries.delete(flightId);
  }

  /** Suspends flights that have fallen silent, and gives up those that stay so. */
  async silentFlights(): Promise<void> {
    const now = this.#parts.clock.now();
    const { suspendAfterMin, abandonAfterH } = this.#parts.options;
    for (const live of this.#openAtHost) if (!live.isSuspended) this.#openAtHost.delete(live);
    for (const live of [...this.#parts.flights]) {
      const silentMs = now - live.lastReportAt;
      if (live.flight.state === 'open' && silentMs >= suspendAfterMin * 60_000) await this.suspend(live);
      else if (live.flight.state === 'suspended' && silentMs >= abandonAfterH * 3_600_000) {
        await end(this.#parts, live, 'abandoned', `No report for ${abandonAfterH} hours.`);
      } else if (live.flight.state === 'suspended' && this.#openAtHost.has(live)) await this.#suspendAtHost(live);
    }
  }

  async suspend(live: LiveFlight): Promise<void> {
    await this.#parts.flights.apply(live, { kind: 'suspended', lastReportAt: live.lastReportAt });
    await this.#suspendAtHost(live);
  }

  async #suspendAtHost(live: LiveFlight): Promise<void> {
    this.#openAtHost.add(live);
    try {
      await this.#parts.platform.suspendPirep(live.hostFlight());
      this.#openAtHost.delete(live);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (!isPirepGone(error)) return;
      this.#openAtHost.delete(live);
      await reconcile(this.#parts, live).catch((again: unknown) => {
        if (!isRefusal(again)) throw again;
      });
    }
  }

  /** Goes on with what was written down and not resolved: after a crash, or with a crew center that was out of reach. */
  async intents(): Promise<void> {
    const now = this.#parts.clock.now();
    for (const id of this.#tries.keys()) if (this.#parts.flights.byId(id) === undefined) this.#tries.delete(id);
    for (const live of [...this.#parts.flights]) {
      const { intent, id } = live.flight;
      const isWaiting = now < (this.#tries.get(id)?.notBefore ?? 0);
      if (intent === null || live.lane.busy !== null || live.flight.setAside !== null || isWaiting) continue;
      if (intent.kind === 'start' && now - intent.at < startGraceMs) continue;
      await this.#resolve(live);
    }
  }

  async #resolve(live: LiveFlight): Promise<void> {
    const { id, intent } = live.flight;
    try {
      if (intent?.kind === 'start') await resolveStart(this.#parts, live);
      else if (intent?.kind === 'finish') await fileAtPlatform(this.#parts, this.#delivery, live);
      else if (intent?.kind === 'check') await checkAtPlatform(this.#parts, live);
      else await cancelAtPlatform(this.#parts, live);
      this.#tries.delete(id);
    } catch (error) {
      // A bug with one flight is told of, and keeps no other waiting.
      if (!isRefusal(error)) this.#parts.inBackground(Promise.reject(error));
      const attempts = (this.#tries.get(id)?.attempts ?? 0) + 1;
      this.#tries.set(id, { attempts, notBefore: this.#parts.clock.now() + backoffMs(attempts), error: textOf(error) });
    }
  }

  /** Ends the sessions of pilots who may no longer fly or whose password changed; of the former, suspends the flight too. */
  async standings(): Promise<void> {
    const batch = new Set(this.#takeUnchecked());
    if (batch.size === 0) return;
    // Taken before: one that is opened while the crew center answers is newer than the answer.
    const sessions = this.#parts.sessions.list().filter((session) => batch.has(session.pilotId));
    const pilots = await this.#parts.platform.readPilots([...batch]);
    const ends = sessions.filter(({ pilotId, credentialVersion }) => {
      const pilot = pilots.get(pilotId);
      return pilot === undefined || !mayFly(pilot.standing) || pilot.credentialVersion !== credentialVersion;
    });
    await this.#parts.sessions.end(ends.map((session) => session.tokenHash));
    for (const pilotId of batch) {
      const pilot = pilots.get(pilotId);
      if (pilot === undefined || !mayFly(pilot.standing)) await this.#ground(pilotId);
    }
  }

  /** A part of the pilots who are signed in, so that a thousand of them hold nobody up; every half minute all of them. */
  #takeUnchecked(): readonly string[] {
    const now = this.#parts.clock.now();
    if (this.#unchecked.length === 0 && now >= this.#nextLapAt) {
      this.#nextLapAt = now + standingsEveryMs;
      this.#unchecked = [...new Set(this.#parts.sessions.list().map((session) => session.pilotId))];
      this.#perRound = Math.max(100, Math.ceil(this.#unchecked.length / 20));
    }
    return this.#unchecked.splice(0, this.#perRound);
  }

  async #ground(pilotId: string): Promise<void> {
    const live = this.#parts.flights.openOf(pilotId);
    if (live?.flight.state === 'open') await this.suspend(live);
  }
}

function textOf(error: unknown): string {
  return isRefusal(error) ? error.message : 'The server met an error of its own; its log says more.';
}
