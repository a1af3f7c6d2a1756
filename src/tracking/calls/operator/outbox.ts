import type { AuditTrail } from '../../delivery/audit-trail.ts';
import type { OperatorCalls } from '../../operator-calls.ts';
import type { Outbox } from '../../sweep/outbox.ts';
import type { AnyFlight } from './any-flight.ts';

/** The operator's calls about what waits for the crew center. */
export function outboxCalls(
  flights: AnyFlight,
  outbox: Outbox,
  audit: AuditTrail,
): Pick<OperatorCalls, 'listOutbox' | 'retryOutbox' | 'setAside'> {
  return {
    listOutbox: () => outbox.list(),
    async retryOutbox(actor, flightId) {
      await outbox.prepareRetry(flights.requireWaiting(flightId));
      await audit.write(actor, 'retry', flightId, null);
      await outbox.retry();
    },
    async setAside(actor, flightId, reason) {
      await outbox.setAside(flights.requireWaiting(flightId), reason);
      await audit.write(actor, 'set-aside', flightId, reason);
    },
  };
}
