import type { Pirep } from '../../tracking/model.ts';
import type { FiledState, HostFlight } from '../port.ts';
import { ask, findRow, type Host, isFiled, toRefusal } from './host.ts';
import { type CarriedOut, carryOut, isAcceptedByRank } from './judgement.ts';

/**
 * Returns what the platform did not complete when its PHP died between saving a filed PIREP and the end of `submit`
 * (app/Services/PirepService.php): PirepFiled removes the bid and notifies add-ons, then the rank may accept it. Only the
 * bid can be removed by a separate call; the rest is left to the staff. Likewise what the rules decided and the platform could not do.
 */
export async function checkFiled(
  host: Host,
  flight: HostFlight,
  { repeat, pirep }: { readonly repeat: boolean; readonly pirep: Pirep },
): Promise<string | null> {
  host.doubts.requireNone(flight.id);
  const row = await findRow(host, flight);
  if (!isFiled(row)) return null;
  const ruled = await carryOut(host, flight, row, pirep, false);
  if (repeat) {
    await removeFlownBid(host, flight);
    return null;
  }
  const state = ruled?.kind === 'is' ? ruled.state : row.state;
  const sentences = [interruptedSentence(await undoneSteps(host, flight, state)), undecidedSentence(ruled)];
  return sentences.filter((each) => each !== null).join(' ') || null;
}

async function undoneSteps(host: Host, flight: HostFlight, state: FiledState): Promise<readonly string[]> {
  return [
    ...((await hasBid(host, flight)) ? ['its bid is still booked'] : []),
    ...((await waitsForRank(host, flight, state))
      ? ['the PIREP was not accepted although its pilot’s rank accepts PIREPs automatically']
      : []),
  ];
}

function interruptedSentence(undone: readonly string[]): string | null {
  if (undone.length === 0) return null;
  return `phpVMS filed the PIREP but was interrupted: ${undone.join(', and ')}. Mails, awards and add-ons may be missing. Check the PIREP in Admin → PIREPs, and accept it there if it is pending. A retry here removes the bid and closes this entry.`;
}

function undecidedSentence(ruled: CarriedOut | null): string | null {
  if (ruled?.kind !== 'unable') return null;
  const { decision, reason } = ruled;
  return `The rules ${decision} this PIREP, and phpVMS could not do it: ${reason}. ${decision === 'accept' ? 'Accept' : 'Reject'} it in Admin → PIREPs. A retry here has phpVMS try again and closes this entry.`;
}

async function hasBid(host: Host, { bidId, pilotId }: HostFlight): Promise<boolean> {
  if (bidId === null) return false;
  const sql = 'SELECT b.id FROM {bids} b WHERE b.id = ? AND b.user_id = ?';
  return (await host.database.rows(sql, [bidId, pilotId])).length > 0;
}

/** Whether the PIREP is still pending although its pilot's rank accepts ACARS PIREPs automatically. */
async function waitsForRank(host: Host, flight: HostFlight, state: FiledState): Promise<boolean> {
  return state === 'pending' && (await isAcceptedByRank(host, flight));
}

/** Removes the bid of a flight that is filed, if it is still there. */
export async function removeFlownBid(host: Host, flight: HostFlight): Promise<void> {
  if (!(await hasBid(host, flight))) return;
  const body = { bid_id: Number(flight.bidId) };
  const answer = await ask(host, flight, { action: 'remove-bid', pirepId: '', body, lane: 'patient' });
  if (answer.kind !== 'done' && (await hasBid(host, flight))) throw toRefusal(answer);
}
