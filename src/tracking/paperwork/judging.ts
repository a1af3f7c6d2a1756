import type { LiveFlight } from '../flight/live-flight.ts';
import type { Intent, Judgement, LogLine, Pirep, Report, RuledMark } from '../model.ts';
import { Refusal } from '../refusals.ts';
import { asksCrewCenter } from '../rules/judging.ts';
import type { PaperworkCore } from './core.ts';

type Finish = Intent & { readonly kind: 'finish' };

/** A PIREP with what the rules say of it: its score is theirs, and its log has a line for each mark before those of the client. */
export function withJudgement(pirep: Pirep, judgement: Judgement): Pirep {
  const lines = judgement.marks.filter(({ follows }) => !follows.includes('count')).map(lineOf);
  return { ...pirep, score: judgement.score, judgement, log: [...lines, ...pirep.log] };
}

function lineOf({ from, sentence, text, points }: RuledMark): LogLine {
  const parts = [sentence, ...(text === null ? [] : [text]), ...(points === 0 ? [] : [`(−${points})`])];
  return { at: from, text: `Rules: ${parts.join(' ')}` };
}

/**
 * Judges a flight that is being filed, under the set that was in force when `finish` was called. What is said is stored before the
 * crew center gets the PIREP: a filing that is tried again, or that continues after a crash, has the same marks.
 * @throws Refusal `crew-center-unavailable` while a rule asks what the crew center knows, `server-busy` while the set is unheard of
 */
export async function judgeOnce(
  core: PaperworkCore,
  live: LiveFlight,
  finish: Finish,
  pirep: Pirep,
  reports: readonly Report[],
): Promise<Pirep> {
  if (finish.rules === undefined) return pirep;
  if (finish.judgement !== undefined) return withJudgement(pirep, finish.judgement);
  const set = core.judging.find(finish.rules);
  if (set === 'unheard')
    throw new Refusal('server-busy', { message: `Rule set ${finish.rules} is not known here yet.`, retryAfterS: 2 });
  if (set === 'damaged')
    return withRemark(pirep, `Rule set ${finish.rules} cannot be read: the flight was not judged.`);
  const hostFacts = asksCrewCenter(set) ? await core.platform.readFlightClass?.(live.hostFlight()) : undefined;
  const { rank = null, subfleets = [] } = hostFacts ?? {};
  const facts = { rank, subfleets, clientScore: finish.figures.score };
  const judgement = await core.judging.judge(set, { flight: live.flight, reports, pirep }, facts);
  await core.flights.apply(live, { kind: 'judged', judgement });
  return withJudgement(pirep, judgement);
}

function withRemark(pirep: Pirep, remark: string): Pirep {
  return { ...pirep, notes: pirep.notes === null ? `Tracker: ${remark}` : `${pirep.notes}\nTracker: ${remark}` };
}
