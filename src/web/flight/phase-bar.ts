import { isPhase } from '../../tracking/figures/phase.ts';
import type { Visitor } from '../visitor/visitor.ts';
import { phaseSpansOf, unreported } from './phase-spans.ts';
import type { FlightRecord } from './record.ts';

/** The phases of a flight on one line, in the units of a `viewBox` 1,000 wide. */
export interface PhaseBar {
  readonly spans: readonly { readonly x: number; readonly width: number; readonly look: string }[];
  /** Each phase once, with its whole duration. */
  readonly phases: readonly { readonly name: string; readonly duration: string; readonly look: string }[];
}

const width = 1_000;
/** More spans than this would be too narrow to see. */
const maxSpans = 200;

/** Returns the phases up to the last position; null before there are two positions. */
export function phaseBarOf(record: FlightRecord, visitor: Visitor): PhaseBar | null {
  const { phases, positions } = record;
  const [from, to] = [phases[0]?.at ?? 0, positions.at(-1)?.recordedAt ?? 0];
  if (phases.length === 0 || to <= from) return null;
  const totals = new Map<string, number>();
  const spans = phaseSpansOf(record);
  for (const span of spans) totals.set(span.phase, (totals.get(span.phase) ?? 0) + span.to - span.from);
  return {
    spans: spans
      .map((span) => ({ x: round(span.from - from), width: round(span.to - span.from), look: lookOf(span.phase) }))
      .filter((span) => span.width > 0)
      .slice(0, maxSpans),
    phases: [...totals].slice(0, 20).map(([phase, ms]) => {
      const duration = visitor.figures.duration(ms / 60_000);
      return { name: phaseName(phase, visitor), duration, look: lookOf(phase) };
    }),
  };

  function round(ms: number): number {
    return Math.round((ms / (to - from)) * width * 10) / 10;
  }
}

/** Returns a phase in the visitor's language; a gap is named as one. */
export function phaseName(phase: string, { figures, wording }: Visitor): string {
  return phase === unreported ? wording.say('flight.unreported') : figures.phase(phase);
}

/** Returns the name of its colour: a client's own word for a phase is no name of ours. */
export function lookOf(phase: string): string {
  return isPhase(phase) || phase === unreported ? phase : 'other';
}
