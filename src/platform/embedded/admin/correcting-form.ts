import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type CorrectableFigure,
  type CorrectedFigures,
  correctable,
  correctableFigures,
  correctionText,
  figureText,
} from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { FramedWords, PageFrame } from '../../pages.ts';
import { correctPirep, listCorrections, readFiguresOf } from '../correcting.ts';
import type { CrewCenter } from '../crew-center.ts';
import { type EditField, readEdit, shownName } from './edit-page.ts';
import { measuredFigures, readFigures } from './figure-texts.ts';
import { attempt, requireNone } from './views.ts';

const maxReason = 1_000;

const hints = {
  min: 'hint.minutes',
  nm: 'hint.miles',
  lb: 'hint.pounds',
  'ft/min': 'hint.rate',
  instant: 'hint.utc',
};

/** Keys of their labels. */
const labels: Readonly<Record<CorrectableFigure, string>> = {
  flightTimeMin: 'pireps.flight-time',
  distanceNm: 'pireps.distance',
  fuelUsedLb: 'pireps.fuel-used',
  blockFuelLb: 'pireps.block-fuel',
  landingRateFpm: 'pireps.landing-rate',
  blockOffAt: 'pireps.off-block',
  blockOnAt: 'pireps.on-block',
};

/** The fields of the form; one that is left empty makes its figure unknown. */
const fields: readonly EditField[] = [
  ...correctableFigures.map((name) => ({
    name,
    label: labels[name],
    hint: hints[correctable[name].unit],
  })),
  { name: 'reason', label: 'field.reason', hint: 'hint.reason' },
];

type PirepRequest = FastifyRequest<{ Params: { id: string } }>;

/** A form that was sent and cannot be done. */
export interface SentCorrection {
  readonly problem: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly form: URLSearchParams;
}

/** Returns what the page of a PIREP shows of corrections: what was measured, who corrected it and why, and the form. */
export function correctionsOf(
  crewCenter: CrewCenter,
  pirepId: string,
  sent: SentCorrection | null,
  words: FramedWords,
) {
  const { say } = words;
  const made = listCorrections(crewCenter, pirepId);
  const now = readFiguresOf(crewCenter, pirepId);
  const values = valuesOf(now);
  return {
    fields,
    wrong: sent?.fields ?? {},
    typed: readEdit(words, fields, sent?.form ?? new URLSearchParams(), values).typed,
    shown: correctableFigures.map((figure) => ({ name: shownName(figure), text: values[figure] ?? '' })),
    isOpen: sent !== null,
    measured: textsOf(say, measuredFigures(made), now),
    made: made.map(({ at, by, reason, before, figures }) => ({
      at,
      by,
      reason,
      change: changesText(say, before, figures),
    })),
  };
}

/** Registers the form with which staff correct figures of a filed PIREP. */
export function registerCorrecting(
  frame: PageFrame,
  crewCenter: CrewCenter,
  show: (request: PirepRequest, reply: FastifyReply, sent: SentCorrection) => Promise<unknown>,
): void {
  frame.scope.post('/admin/pireps/:id/figures', async (request: PirepRequest, reply) => {
    const { id } = request.params;
    const form = frame.formOf(request);
    const failed = await attempt(frame.wordsOf(request), async () => {
      const now = readFiguresOf(crewCenter, id);
      const wish = wishOf(frame.wordsOf(request), form, now);
      const flightId = await frame.flightOf(id);
      if (flightId !== null) return frame.correctPirep(request, flightId, wish);
      // Tracker has nothing of its flight any more, or never had.
      await correctPirep(crewCenter, id, { ...wish, at: crewCenter.clock.now(), by: frame.actorOf(request) });
      return frame.audit(request, 'pirep-correct', id, correctionText(now, wish));
    });
    if (failed !== null) return show(request, reply, { ...failed, form });
    return reply.redirect(`../${encodeURIComponent(id)}?done=corrected`, 303);
  });
}

/** Returns the text of each field as it is now; a correction has its own reason. */
function valuesOf(now: CorrectedFigures): Readonly<Record<string, string>> {
  return Object.fromEntries(correctableFigures.map((figure) => [figure, figureText(figure, now[figure] ?? null)]));
}

/** @throws Refusal `invalid` naming the fields, also those that a colleague has corrected since the form was opened */
function wishOf(words: FramedWords, form: URLSearchParams, now: CorrectedFigures) {
  const { changes, conflicts } = readEdit(words, fields, form, valuesOf(now));
  const { figures, problems } = readFigures(now, changes);
  const reason = changes.reason ?? '';
  const wrong: Record<string, string> = { ...conflicts, ...problems };
  if (reason === '' || reason.length > maxReason) wrong.reason = `Reason: enter 1 to ${maxReason} characters.`;
  requireNone(wrong);
  if (Object.keys(figures).length === 0) throw new Refusal('invalid', { message: 'No figure differs.' });
  return { reason, figures };
}

/** Returns what was measured, where that is not what the figure is now. */
function textsOf(
  say: FramedWords['say'],
  measured: CorrectedFigures,
  now: CorrectedFigures,
): Readonly<Record<string, string>> {
  const differing = Object.entries(measured).filter(([name, value]) => value !== now[name as CorrectableFigure]);
  return Object.fromEntries(
    differing.map(([name, value]) => [name, figureText(name as CorrectableFigure, value) || say('is.unknown')]),
  );
}

/** `Distance 118 → 120 nm`, as the audit log has it in English. */
function changesText(say: FramedWords['say'], before: CorrectedFigures, after: CorrectedFigures): string {
  const names = correctableFigures.filter((figure) => after[figure] !== undefined);
  const text = (name: CorrectableFigure, value: number | null = null) => figureText(name, value) || say('is.unknown');
  const unitOf = (name: CorrectableFigure) => (correctable[name].unit === 'instant' ? 'UTC' : correctable[name].unit);
  return names
    .map((name) => `${say(labels[name])} ${text(name, before[name])} → ${text(name, after[name])} ${unitOf(name)}`)
    .join(', ');
}
