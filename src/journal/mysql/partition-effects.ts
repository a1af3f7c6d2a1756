import type { NamedText } from '../texts.ts';
import type { PartitionState } from './partition-state.ts';
import type { SealedFlight } from './sealed-flights.ts';

/** What a commit changes in the memory of a partition, once it is stored. */
export interface PartitionEffects {
  readonly state: PartitionState;
  lastChange: number;
  oldestChangeAt: number | null;
  readonly texts: readonly NamedText[];
  readonly cursors: Map<string, number | null>;
  /** Flights sealed, with the number of the last sealed report. */
  readonly cuts: [flight: number, lastNumber: number][];
  readonly sealed: Map<number, SealedFlight>;
  readonly ended: number[];
  /** Flights that are gone. */
  readonly forgotten: number[];
}

export function newEffects(state: PartitionState, texts: readonly NamedText[]): PartitionEffects {
  const { lastChange, oldestChangeAt } = state;
  const lists = { cuts: [], ended: [], forgotten: [] };
  return { state, lastChange, oldestChangeAt, texts, cursors: new Map(), sealed: new Map(), ...lists };
}

/** Takes over what was stored. */
export function applyEffects(effects: PartitionEffects): void {
  const { state } = effects;
  state.lastChange = effects.lastChange;
  state.oldestChangeAt = effects.oldestChangeAt;
  state.texts.saved(effects.texts);
  for (const [name, number] of effects.cursors)
    if (number === null) state.cursors.delete(name);
    else state.cursors.set(name, number);
  for (const [flight, lastNumber] of effects.cuts) state.tails.cut(flight, lastNumber);
  for (const [flight, sealed] of effects.sealed) state.sealed.set(flight, sealed);
  for (const flight of effects.ended) state.sealed.end(flight);
  for (const flight of effects.forgotten) state.sealed.delete(flight);
}
