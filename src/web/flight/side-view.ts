import type { Visitor } from '../visitor/visitor.ts';
import { drawSide, nmM, type SideDrawing, sideNm } from './approach-side.ts';
import type { StripFacts } from './strip-facts.ts';

/** An approach from the side with its words. */
export interface SideView {
  readonly id: string;
  readonly title: string;
  readonly said: string;
  readonly drawing: SideDrawing;
  readonly heights: readonly { readonly y: number; readonly text: string }[];
  readonly distances: readonly { readonly x: number; readonly text: string }[];
  /** Over the threshold, at the touchdown, where it was lowest; null where unknown. */
  readonly crossing: string | null;
  readonly rate: string | null;
  readonly lowest: string | null;
  readonly runway: string;
  readonly caption: string;
}

const mFt = 1 / 0.3048;

/** Returns the view of an approach; null where too few reports show it. @param said - its figures in words */
export function sideView(facts: StripFacts, id: string, said: string, visitor: Visitor): SideView | null {
  const { figures, wording } = visitor;
  const { track, landing, lowest, rate } = facts;
  const crossing = landing?.onRunway?.thresholdHeightFt ?? null;
  const isMetric = figures.units.altitude === 'm';
  const drawing = drawSide(track, {
    thresholdHeightFt: crossing?.value ?? null,
    heightStepFt: isMetric ? 200 * mFt : 500,
    distanceStepM: figures.units.distance === 'nm' ? nmM : 2_000,
  });
  if (drawing === null) return null;
  const name = track.runway?.name ?? '';
  return {
    id: `${id}-side`,
    title: track.runway === null ? wording.say('strip.side-free') : wording.say('strip.side', { name }),
    said,
    drawing,
    heights: drawing.heights.map(({ y, value }) => ({ y, text: figures.height(value) })),
    distances: drawing.distances.map(({ x, value }) => ({ x, text: figures.distance(value / nmM) })),
    crossing: crossing && about(crossing.basis, figures.height(crossing.value)),
    rate: rate && about(rate.basis, figures.rate(rate.value)),
    lowest: lowest?.heightFt == null ? null : figures.height(lowest.heightFt),
    runway: name,
    caption: captionOf(drawing, visitor),
  };
}

/** An estimate is marked quietly; the table beside says why it is one. */
export function about(basis: string, text: string): string {
  return basis === 'estimated' ? `≈ ${text}` : text;
}

function captionOf({ factor, path, dots, guessed }: SideDrawing, { figures, wording }: Visitor): string {
  return [
    wording.say('strip.side-scale', { distance: figures.distance(sideNm), factor }),
    path === null
      ? wording.say('strip.side-no-runway')
      : wording.say('strip.side-path', { height: figures.height(50) }),
    ...(dots.length > 0 ? [wording.say('strip.dots')] : []),
    ...(guessed === '' ? [] : [wording.say('strip.guessed')]),
  ].join(' ');
}
