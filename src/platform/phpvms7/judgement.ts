import type { Pirep } from '../../tracking/model.ts';
import type { HostFlight, PirepDecision } from '../port.ts';
import { type Decided, decide } from './decision.ts';
import { doubtMs } from './doubts.ts';
import type { FiledRow, Host } from './host.ts';
import { unavailable } from './rest-answer.ts';

/** What the rules want of the platform, beside what came of it. */
export type CarriedOut = Decided & Pick<PirepDecision, 'decision'>;

/**
 * Has the platform accept or reject a filed PIREP as the airline's rules say; null when they leave its state alone. `review` is a
 * mark only: the platform has no way back from accepted to pending. A PIREP that the staff decided meanwhile is left as it is.
 * @param isJustFiled - PHP has just said that it is filed: if it is accepted, its pilot's rank did it
 * @throws Refusal as `decide`; `crew-center-unavailable` also while PHP may still be filing it
 */
export async function carryOut(
  host: Host,
  flight: HostFlight,
  row: FiledRow,
  pirep: Pirep,
  isJustFiled: boolean,
): Promise<CarriedOut | null> {
  const decision = decisionOf(pirep);
  if (decision === null) return null;
  host.doubts.requireNone(flight.id);
  const isOfRank = decision === 'reject' && (isJustFiled || (await isAcceptedByRank(host, flight)));
  const from = isOfRank ? (['pending', 'accepted'] as const) : (['pending'] as const);
  if (!isJustFiled && from.some((each) => each === row.state)) requireSubmitted(host, row);
  return { decision, ...(await decide(host, row.id, { decision, from })) };
}

/**
 * While its listeners run, the platform has not looked at the state of a PIREP that it files: it would reject a rejected one a second
 * time (app/Services/PirepService.php, `submit`). Who has not seen it answer waits, also a server that was started meanwhile.
 */
function requireSubmitted({ clock }: Host, { submittedAt }: FiledRow): void {
  const leftMs = (submittedAt ?? 0) + doubtMs - clock.now();
  if (leftMs > 0) throw unavailable('it may still be filing this PIREP', leftMs / 1_000);
}

/** A pilot who wants the staff to look at it is not accepted by a rule. */
function decisionOf({ judgement, isForReview }: Pirep): PirepDecision['decision'] | null {
  const state = judgement?.state ?? null;
  if (state === 'reject') return 'reject';
  return state === 'accept' && isForReview !== true ? 'accept' : null;
}

/** Whether the pilot's rank accepts ACARS PIREPs automatically, or (on main) the pilot's own switch. */
export async function isAcceptedByRank(host: Host, { pilotId }: HostFlight): Promise<boolean> {
  const sql =
    'SELECT u.id FROM {users} u LEFT JOIN {ranks} r ON r.id = u.rank_id WHERE u.id = ? AND (r.auto_approve_acars = 1 OR {?u.users.auto_accept_pireps} = 1)';
  return (await host.database.rows(sql, [pilotId])).length > 0;
}
