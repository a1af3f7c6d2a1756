import type { StoredSession } from '../../journal/journal.ts';
import type { Delivery } from '../delivery.ts';
import { viewOfEnded } from '../flight-view.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Flight } from '../model.ts';
import type { OperatorCalls, OutboxEntry } from '../operator-calls.ts';
import type { Parts } from '../parts.ts';
import { nothingReported } from '../pirep.ts';
import { Refusal } from '../refusals.ts';
import { decide, stateRefusal } from '../state.ts';
import type { Sweep } from '../sweep.ts';
import { endFlight } from './cancel.ts';
import { finishFlight } from './finish.ts';

/** What the operator may ask; every change is written into the audit log under the actor's name. */
export function operatorCalls(parts: Parts, delivery: Delivery, sweep: Sweep): OperatorCalls {
  const audit = (actor: string, action: string, subject: string, detail: string | null) =>
    parts.journal.saveAudit({ at: parts.clock.now(), actor, action, subject, detail });
  const close = async (
    actor: string,
    action: string,
    to: 'cancelled' | 'abandoned',
    flightId: string,
    reason: string,
  ) => {
    const live = requireLive(parts, flightId, await readEnded(parts, flightId));
    using wait = parts.waits.begin(false);
    const flight = await parts.locks.run(live.flight.pilot.id, wait, () => endFlight(parts, live, to, reason, wait));
    await audit(actor, action, flightId, reason);
    return flight;
  };
  return {
    listFlights: (filter) => listFlights(parts, filter),
    async readFlight(flightId) {
      const live = parts.flights.byId(flightId);
      const ended = live === undefined ? await parts.journal.readFlight({ flightId }) : null;
      return live?.view() ?? (ended && viewOfEnded(ended));
    },
    releaseFlight: (actor, flightId, reason) => close(actor, 'release', 'abandoned', flightId, reason),
    cancelFlight: (actor, flightId, reason) => close(actor, 'cancel', 'cancelled', flightId, reason),
    async finishFlight(actor, flightId, reason) {
      const live = requireLive(parts, flightId, await readEnded(parts, flightId));
      await audit(actor, 'finish', flightId, reason);
      return finishFlight(parts, delivery, live, { ...nothingReported, notes: reason });
    },
    listSessions: async () =>
      bySignIn(parts.sessions.list()).map(({ tokenHash, pilotId, pilotIdent, pilotName, createdAt, expiresAt }) => ({
        tokenHash,
        pilot: { id: pilotId, ident: pilotIdent, name: pilotName },
        createdAt,
        expiresAt,
      })),
    async endSessions(actor, pilotId) {
      const ended = parts.sessions.list().filter((session) => pilotId === null || session.pilotId === pilotId);
      await parts.sessions.end(ended.map((session) => session.tokenHash));
      await audit(actor, 'end-sessions', pilotId ?? 'all', String(ended.length));
      return ended.length;
    },
    async listOutbox() {
      const waiting = [...parts.flights].filter((live) => isWaiting(parts, live, delivery));
      const entries: OutboxEntry[] = [];
      for (const live of waiting) entries.push(await outboxEntry(parts, live, delivery, sweep));
      return entries;
    },
    async retryOutbox(actor, flightId) {
      const live = requireLive(parts, flightId, null);
      if (live.flight.setAside !== null) await parts.flights.apply(live, { kind: 'retried' });
      sweep.retryNow(flightId);
      delivery.retryNow();
      await audit(actor, 'retry', flightId, null);
      await sweep.intents();
    },
    async setAside(actor, flightId, reason) {
      const live = requireLive(parts, flightId, null);
      await parts.flights.apply(live, { kind: 'set-aside', reason });
      await audit(actor, 'set-aside', flightId, reason);
    },
  };
}

async function listFlights(parts: Parts, filter: Parameters<OperatorCalls['listFlights']>[0]) {
  const flights = await parts.journal.listFlights(filter);
  return flights.map((flight) => parts.flights.byId(flight.id)?.view() ?? viewOfEnded(flight));
}

/** Reports are delivered each minute: a flight that is no further behind is as it should be. */
const maxBehindMs = 180_000;

/** Something of it waits longer than it should: its paperwork, or its reports. */
function isWaiting({ cursors, clock }: Parts, live: LiveFlight, delivery: Delivery): boolean {
  const { intent, setAside } = live.flight;
  if (intent !== null || setAside !== null) return true;
  const { number, upToDateAt, error } = cursors.of(live);
  const isLate = delivery.health().attempts > 0 || error !== null || clock.now() - upToDateAt > maxBehindMs;
  return number < live.lastNumber && isLate;
}

/** What waits of a flight, and why. */
async function outboxEntry(parts: Parts, live: LiveFlight, delivery: Delivery, sweep: Sweep): Promise<OutboxEntry> {
  // Numbers are counted over all flights: their difference says nothing about this one.
  const { number, error } = parts.cursors.of(live);
  const undelivered = await parts.journal.countReports(live.flight.number, number);
  const tries = sweep.tries(live.flight.id);
  const health = delivery.health();
  return {
    flight: live.flight,
    undelivered,
    attempts: tries?.attempts ?? health.attempts,
    lastError: live.flight.setAside ?? tries?.error ?? error ?? health.lastError,
    nextTryAt: tries?.notBefore ?? health.nextTryAt,
  };
}

async function readEnded(parts: Parts, flightId: string): Promise<Flight | null> {
  return parts.journal.readFlight({ flightId });
}

/** @throws Refusal for an unknown flight, or one that has ended */
function requireLive(parts: Parts, flightId: string, ended: Flight | null): LiveFlight {
  const live = parts.flights.byId(flightId);
  if (live !== undefined) return live;
  if (ended === null) throw new Refusal('flight-not-found', { message: `There is no flight ${flightId}.` });
  decide('report', ended);
  throw stateRefusal('flight-ended', ended);
}

/** Who signed in first comes first, after a restart too. */
function bySignIn(sessions: readonly StoredSession[]): readonly StoredSession[] {
  return sessions.toSorted((a, b) => a.createdAt - b.createdAt || a.pilotIdent.localeCompare(b.pilotIdent));
}
