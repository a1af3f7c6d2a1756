import type { HostFlight } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { Intent, Judgement, LogLine, Pirep, Report, RuledMark } from '../model.ts';
import { Refusal } from '../refusals.ts';
import { asksCrewCenter, type ReportedFlight } from '../rules/judging.ts';
import type { PaperworkCore } from './core.ts';

type Finish = Intent & { readonly kind: 'finish' };

/** A PIREP with what the rules say of it: its score is theirs, and its log has a line for each mark before those of the client. */
export function withJudgement(pirep: Pirep, judgement: Judgement): Pirep {
  const before = pirep.judgement === undefined ? 0 : linesOf(pirep.judgement).length;
  return { ...pirep, score: judgement.score, judgement, log: [...linesOf(judgement), ...pirep.log.slice(before)] };
}

function linesOf({ marks }: Judgement): readonly LogLine[] {
  return marks.filter(({ follows }) => !follows.includes('count')).map(lineOf);
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
  const asked = {
    flight: live.flight,
    reports,
    pirep,
    hostFlight: live.hostFlight(),
    clientScore: finish.figures.score,
  };
  const judgement = await judgeBy(core, finish.rules, asked);
  if (judgement === 'damaged')
    return withRemark(pirep, `Rule set ${finish.rules} cannot be read: the flight was not judged.`);
  await core.flights.apply(live, { kind: 'judged', judgement });
  return withJudgement(pirep, judgement);
}

/** A flight that is to be judged, and what only its end says. */
export interface AskedFlight extends ReportedFlight {
  readonly hostFlight: HostFlight;
  readonly clientScore: number | null;
}

/**
 * Judges a flight by the set with this number; `damaged` when that set cannot be read.
 * @throws Refusal as `judgeOnce`
 */
export async function judgeBy(
  { judging, platform }: Pick<PaperworkCore, 'judging' | 'platform'>,
  number: number,
  { hostFlight, clientScore, ...reported }: AskedFlight,
): Promise<Judgement | 'damaged'> {
  const set = judging.find(number);
  if (set === 'unheard')
    throw new Refusal('server-busy', { message: `Rule set ${number} is not known here yet.`, retryAfterS: 2 });
  if (set === 'damaged') return set;
  const hostFacts = asksCrewCenter(set) ? await platform.readFlightClass?.(hostFlight) : undefined;
  const { rank = null, subfleets = [] } = hostFacts ?? {};
  return judging.judge(set, reported, { rank, subfleets, clientScore });
}

function withRemark(pirep: Pirep, remark: string): Pirep {
  return { ...pirep, notes: pirep.notes === null ? `Tracker: ${remark}` : `${pirep.notes}\nTracker: ${remark}` };
}
