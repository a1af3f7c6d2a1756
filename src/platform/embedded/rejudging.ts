import { numberOf, textOf } from '../../lib/row.ts';
import { judgementComment, judgementFields } from '../judgement-text.ts';
import type { HostPirep, RejudgedPirep } from '../port.ts';
import type { CrewCenter } from './crew-center.ts';
import { verdictOf } from './filing.ts';
import { removeFieldValues, saveFieldValues } from './pirep-fields.ts';
import { requirePirep, toHostPirep } from './pirep-rows.ts';
import { PirepService } from './pirep-service.ts';

/** Fields that an earlier judgement may have left, and this one does not have. */
const fieldsOfRules = ['Rule Set', 'Rule Marks', 'Rule Result', 'Client Score'];

/**
 * Replaces what the rules said of a filed PIREP, in one transaction.
 * Where it is not in the state `from`, staff decided since, and it stays.
 * @throws Refusal `not-found`; `crew-center-refused` when it is not filed
 */
export function rejudgePirep(crewCenter: CrewCenter, pirepId: string, again: RejudgedPirep): Promise<HostPirep> {
  const { judgement, from } = again;
  return crewCenter.write((emit) => {
    const row = requirePirep(crewCenter, pirepId);
    const service = new PirepService(crewCenter, emit);
    service.rescore(pirepId, Math.round(judgement.score));
    removeFieldValues(crewCenter, pirepId, fieldsOfRules);
    saveFieldValues(crewCenter, pirepId, judgementFields(judgement));
    const said = judgementComment(judgement) ?? 'Judged again: the rules have nothing to say any more.';
    const now = crewCenter.now();
    crewCenter.run(
      'INSERT INTO pirep_comments (pirep_id, user_id, comment, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      textOf(row, 'id'),
      numberOf(row, 'user_id'),
      said,
      now,
      now,
    );
    if (toHostPirep(row).state === from) service.decideAgain(pirepId, verdictOf(again));
    return toHostPirep(requirePirep(crewCenter, pirepId));
  });
}
