import { judgementComment } from '../../../src/platform/judgement-text.ts';
import type { HostPirep } from '../../../src/platform/port.ts';
import type { Judgement, RuledState } from '../../../src/tracking/model.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import type { ModelHost, StoredPirep } from './host.ts';

/** What becomes of a PIREP of which the rules say this; who says nothing leaves it to the staff. */
export function stateBy(state: RuledState | null): StoredPirep['state'] {
  if (state === 'accept') return 'accepted';
  return state === 'reject' ? 'rejected' : 'pending';
}

/** Writes what the rules say into a filed PIREP, and does what follows from it. */
export function carryOut(host: ModelHost, pirep: StoredPirep, judgement: Judgement): void {
  pirep.score = judgement.score;
  pirep.comment = judgementComment(judgement);
  const to = stateBy(judgement.state);
  if (to !== pirep.state) host.decide(pirep, to, 'rules');
}

/** As `rejudgePirep` of the port. */
export function rejudge(
  host: ModelHost,
  pirepId: string,
  { judgement, from }: { readonly judgement: Judgement; readonly from: string },
): HostPirep {
  const pirep = filedPirep(host, pirepId);
  if (pirep.state === from) carryOut(host, pirep, judgement);
  pirep.score = judgement.score;
  pirep.comment = judgementComment(judgement);
  return { pirepId, state: pirep.state };
}

/** @throws Refusal `not-found`; `crew-center-refused` for one that is not filed */
function filedPirep(host: ModelHost, pirepId: string): StoredPirep {
  const pirep = host.pireps.get(pirepId);
  if (pirep === undefined) throw new Refusal('not-found', { message: `There is no PIREP ${pirepId}.` });
  if (pirep.state === 'open' || pirep.state === 'cancelled')
    throw new Refusal('crew-center-refused', { message: `It is ${pirep.state}.` });
  return pirep;
}
