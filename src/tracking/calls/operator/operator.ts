import type { StoredSession } from '../../../journal/journal.ts';
import type { AuditTrail } from '../../delivery/audit-trail.ts';
import { nothingReported } from '../../figures/pirep.ts';
import { finishFlight } from '../../finish.ts';
import type { OpeningCore } from '../../opening/core.ts';
import type { OperatorCalls } from '../../operator-calls.ts';
import { isKeySession } from '../../sessions/session-model.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Outbox } from '../../sweep/outbox.ts';
import { endInTurn } from '../cancel.ts';
import { type AnyFlightCore, readingCalls, requireLive, requireWaiting } from './any-flight.ts';
import { correctFiled } from './correcting.ts';
import { JudgingAgain } from './judging-again.ts';
import { noFurtherNames, type Privacy } from './privacy.ts';

interface OperatorNeeds {
  readonly core: OpeningCore & AnyFlightCore;
  readonly sessions: Sessions;
  readonly outbox: Outbox;
  readonly privacy: Privacy;
  readonly audit: AuditTrail;
}

/** The operator's calls. Every change is written to the audit log under the actor's name. */
export function createOperatorCalls(needs: OperatorNeeds): OperatorCalls {
  const { core, privacy, audit } = needs;
  const again = new JudgingAgain(core, audit);
  return {
    ...readingCalls(core),
    ...flightCalls(needs),
    ...sessionCalls(needs),
    ...outboxCalls(needs),
    judgeAgain: (actor, flightId, set) => again.judge(actor, flightId, set),
    correctPirep: (actor, flightId, { reason, figures }) =>
      again.inTurn(() => correctFiled(core, audit, { actor, flightId, reason, figures })),
    exportPilot: (ident, there) => privacy.export(ident, there),
    findErasable: (ident) => privacy.findErasable(ident),
    erasePilot: (actor, ident, also = noFurtherNames) => again.inTurn(() => privacy.erase(actor, ident, also)),
  };
}

type FlightCalls = Pick<OperatorCalls, 'releaseFlight' | 'finishFlight' | 'cancelFlight'>;

function flightCalls({ core, audit }: OperatorNeeds): FlightCalls {
  return {
    async releaseFlight(actor, flightId, reason) {
      const flight = await endInTurn(core, await requireLive(core, flightId), 'abandoned', reason);
      await audit.write(actor, 'release', flightId, reason);
      return flight;
    },
    async cancelFlight(actor, flightId, reason) {
      const flight = await endInTurn(core, await requireLive(core, flightId), 'cancelled', reason);
      await audit.write(actor, 'cancel', flightId, reason);
      return flight;
    },
    async finishFlight(actor, flightId, reason) {
      const live = await requireLive(core, flightId);
      await audit.write(actor, 'finish', flightId, reason);
      using wait = core.turns.begin(false);
      return await finishFlight(core, live, { ...nothingReported, notes: reason }, wait);
    },
  };
}

type SessionCalls = Pick<OperatorCalls, 'listSessions' | 'endSessions'>;

function sessionCalls({ sessions, audit }: OperatorNeeds): SessionCalls {
  return {
    listSessions: async () =>
      bySignIn(sessions.list()).map(({ tokenHash, pilotId, pilotIdent, pilotName, createdAt, expiresAt }) => ({
        id: sessions.idOf(tokenHash),
        isByKey: isKeySession(tokenHash),
        pilot: { id: pilotId, ident: pilotIdent, name: pilotName },
        createdAt,
        expiresAt,
      })),
    async endSessions(actor, pilotId, sessionId) {
      const ended = sessions
        .list()
        .filter((session) => pilotId === null || session.pilotId === pilotId)
        .filter(({ tokenHash }) => sessionId === undefined || sessions.idOf(tokenHash) === sessionId);
      await sessions.end(ended.map((session) => session.tokenHash));
      // Who ends one that is gone has done nothing; that all were to be ended is worth knowing.
      if (ended.length > 0 || pilotId === null)
        await audit.write(actor, 'end-sessions', pilotId ?? 'all', String(ended.length));
      return ended.length;
    },
  };
}

/** Sorts by the time of sign-in. */
function bySignIn(sessions: readonly StoredSession[]): readonly StoredSession[] {
  return sessions.toSorted((a, b) => a.createdAt - b.createdAt || a.pilotIdent.localeCompare(b.pilotIdent));
}

type OutboxCalls = Pick<OperatorCalls, 'listOutbox' | 'retryOutbox' | 'setAside'>;

function outboxCalls({ core, outbox, audit }: OperatorNeeds): OutboxCalls {
  return {
    listOutbox: () => outbox.list(),
    async retryOutbox(actor, flightId) {
      await outbox.prepareRetry(requireWaiting(core, flightId));
      await audit.write(actor, 'retry', flightId, null);
      await outbox.retry();
    },
    async setAside(actor, flightId, reason) {
      await outbox.setAside(requireWaiting(core, flightId), reason);
      await audit.write(actor, 'set-aside', flightId, reason);
    },
  };
}
