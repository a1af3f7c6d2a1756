import { numberOf, type Row, textOf, textOrNull } from '../lib/row.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import type { Flight } from '../tracking/model.ts';
import { completePosition } from '../tracking/position/position.ts';
import type { AuditEntry, LoginFailure, StoredSession } from './journal.ts';
import type { FlightRow } from './operations.ts';

/** Reads a flight's document, stored by this or an older version. */
export function flightOf(row: Row): Flight {
  const flight: unknown = JSON.parse(textOf(row, 'document'));
  if (typeof flight !== 'object' || flight === null || !('id' in flight) || !('state' in flight))
    throw new Error('corrupt flight in the journal');
  return completeFlight(flight as Flight);
}

/** Adds members that older versions did not have. */
function completeFlight(stored: Flight): Flight {
  const flight: Flight = {
    ...stored,
    network: stored.network ?? null,
    said: stored.said ?? null,
    pendingAircraft: stored.pendingAircraft ?? null,
    air: stored.air ?? null,
  };
  const { summary } = flight;
  if (summary === null || summary.lastPosition === null) return flight;
  return { ...flight, summary: { ...summary, lastPosition: completePosition(summary.lastPosition) } };
}

export function toFlightRow(flight: Flight): FlightRow {
  return {
    number: flight.number,
    id: flight.id,
    pilotId: flight.pilot.id,
    pirepIds: flight.pirepId === null ? flight.formerPirepIds : [flight.pirepId, ...flight.formerPirepIds],
    state: flight.state,
    hasIntent: flight.intent !== null,
    endedAt: flight.endedAt,
    document: JSON.stringify(flight),
  };
}

export function changeOf(row: Row): StoredChange {
  return { number: numberOf(row, 'number'), at: numberOf(row, 'at'), kind: textOf(row, 'kind'), flight: flightOf(row) };
}

export function sessionOf(row: Row): StoredSession {
  return {
    tokenHash: textOf(row, 'token_hash'),
    pilotId: textOf(row, 'pilot_id'),
    pilotIdent: textOf(row, 'pilot_ident'),
    pilotName: textOf(row, 'pilot_name'),
    credentialVersion: textOf(row, 'credential_version'),
    createdAt: numberOf(row, 'created_at'),
    expiresAt: numberOf(row, 'expires_at'),
    lifetime: textOf(row, 'lifetime') === 'long' ? 'long' : 'normal',
  };
}

export function loginFailureOf(row: Row): LoginFailure {
  return {
    at: numberOf(row, 'at'),
    loginHash: textOf(row, 'login_hash'),
    address: textOf(row, 'address'),
    account: textOrNull(row, 'account'),
  };
}

export function auditEntryOf(row: Row): AuditEntry {
  return {
    at: numberOf(row, 'at'),
    actor: textOf(row, 'actor'),
    action: textOf(row, 'action'),
    subject: textOf(row, 'subject'),
    detail: textOrNull(row, 'detail'),
  };
}
