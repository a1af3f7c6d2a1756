import type { StoredSession } from '../../../journal/journal.ts';
import type { AuditTrail } from '../../delivery/audit-trail.ts';
import type { OperatorCalls } from '../../operator-calls.ts';
import type { Sessions } from '../../sessions/sessions.ts';

/** The operator's calls about sessions. */
export function sessionCalls(
  sessions: Sessions,
  audit: AuditTrail,
): Pick<OperatorCalls, 'listSessions' | 'endSessions'> {
  return {
    listSessions: async () =>
      bySignIn(sessions.list()).map(({ pilotId, pilotIdent, pilotName, createdAt, expiresAt }) => ({
        pilot: { id: pilotId, ident: pilotIdent, name: pilotName },
        createdAt,
        expiresAt,
      })),
    async endSessions(actor, pilotId) {
      const ended = sessions.list().filter((session) => pilotId === null || session.pilotId === pilotId);
      await sessions.end(ended.map((session) => session.tokenHash));
      await audit.write(actor, 'end-sessions', pilotId ?? 'all', String(ended.length));
      return ended.length;
    },
  };
}

/** Sorts by the time of sign-in. */
function bySignIn(sessions: readonly StoredSession[]): readonly StoredSession[] {
  return sessions.toSorted((a, b) => a.createdAt - b.createdAt || a.pilotIdent.localeCompare(b.pilotIdent));
}
