import { isPhase } from '../../tracking/figures/phase.ts';
import type { Visitor } from '../visitor/visitor.ts';
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
export function phaseBarOf({ phases, positions }: FlightRecord, { figures }: Visitor): PhaseBar | null {
  const [from, to] = [phases[0]?.at ?? 0, positions.at(-1)?.recordedAt ?? 0];
  if (phases.length === 0 || to <= from) return null;
  const totals = new Map<string, number>();
  const spans = phases.map(({ at, phase }, index) => {
    const end = phases[index + 1]?.at ?? to;
    totals.set(phase, (totals.get(phase) ?? 0) + end - at);
    return { x: round(at - from), width: round(end - at), look: lookOf(phase) };
  });
  return {
    spans: spans.filter((span) => span.width > 0).slice(0, maxSpans),
    phases: [...totals].slice(0, 20).map(([phase, ms]) => {
      return { name: figures.phase(phase), duration: figures.duration(ms / 60_000), look: lookOf(phase) };
    }),
  };

  function round(ms: number): number {
    return Math.round((ms / (to - from)) * width * 10) / 10;
  }
}

/** Name of its colour: a client's own word for a phase is no name of ours. */
function lookOf(phase: string): string {
  return isPhase(phase) ? phase : 'other';
}
