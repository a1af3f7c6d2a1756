import type { Basis, PirepFigure } from '../model.ts';

/** A figure that was computed from the reports. */
export interface Computed {
  readonly value: number;
  readonly isEstimated: boolean;
}

/** Chooses the figure that the client reported, else the computed one, and notes in `basis` which it is. */
export function chooserFor(basis: Partial<Record<PirepFigure, Basis>>) {
  return (figure: PirepFigure, reported: number | null, computed: Computed | null): number | null => {
    if (reported !== null) basis[figure] = 'reported';
    else if (computed !== null) basis[figure] = computed.isEstimated ? 'estimated' : 'computed';
    return reported ?? computed?.value ?? null;
  };
}
