import type { HostFlight } from '../port.ts';
import { ask, findRow, type Host, isFiled, toRefusal } from './host.ts';
import type { PirepRow } from './pireps.ts';

/**
 * Returns what the platform did not complete when its PHP died between saving a filed PIREP and the end of `submit`
 * (app/Services/PirepService.php): PirepFiled removes the bid and notifies add-ons, then the rank may accept it. Only the
 * bid can be removed by a separate call; the rest is left to the staff.
 */
export async function checkFiled(host: Host, flight: HostFlight, repeat: boolean): Promise<string | null> {
  host.doubts.requireNone(flight.id);
  const row = await findRow(host, flight);
  if (!isFiled(row)) return null;
  if (repeat) {
    await removeFlownBid(host, flight);
    return null;
  }
  const undone = [
    ...((await hasBid(host, flight)) ? ['its bid is still booked'] : []),
    ...((await waitsForRank(host, flight, row))
      ? ['the PIREP was not accepted although its pilot’s rank accepts PIREPs automatically']
      : []),
  ];
  if (undone.length === 0) return null;
  return `phpVMS filed the PIREP but was interrupted: ${undone.join(', and ')}. Mails, awards and add-ons may be missing. Check the PIREP in Admin → PIREPs, and accept it there if it is pending. A retry here removes the bid and closes this entry.`;
}

async function hasBid(host: Host, { bidId, pilotId }: HostFlight): Promise<boolean> {
  if (bidId === null) return false;
  const sql = 'SELECT b.id FROM {bids} b WHERE b.id = ? AND b.user_id = ?';
  return (await host.database.rows(sql, [bidId, pilotId])).length > 0;
}

/** Whether the PIREP is still pending although its pilot's rank accepts ACARS PIREPs automatically. */
async function waitsForRank(host: Host, flight: HostFlight, { state }: PirepRow): Promise<boolean> {
  return state === 'pending' && (await isAcceptedByRank(host, flight));
}

/** Whether the pilot's rank accepts ACARS PIREPs automatically, or (on main) the pilot's own switch. */
export async function isAcceptedByRank(host: Host, { pilotId }: HostFlight): Promise<boolean> {
  const sql =
    'SELECT u.id FROM {users} u LEFT JOIN {ranks} r ON r.id = u.rank_id WHERE u.id = ? AND (r.auto_approve_acars = 1 OR {?u.users.auto_accept_pireps} = 1)';
  return (await host.database.rows(sql, [pilotId])).length > 0;
}

/** Removes the bid of a flight that is filed, if it is still there. */
export async function removeFlownBid(host: Host, flight: HostFlight): Promise<void> {
  if (!(await hasBid(host, flight))) return;
  const body = { bid_id: Number(flight.bidId) };
  const answer = await ask(host, flight, { action: 'remove-bid', pirepId: '', body, lane: 'patient' });
  if (answer.kind !== 'done' && (await hasBid(host, flight))) throw toRefusal(answer);
}
