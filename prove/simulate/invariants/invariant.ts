import type { Promised } from '../answers.ts';
import type { Scene } from '../scene.ts';
import type { Exchange, WireAnswer } from '../wire.ts';

/** What holds whatever happens. Each method returns what is wrong, as a sentence; null when nothing is. */
export interface Invariant {
  readonly name: string;
  /** In words that a pilot understands. */
  readonly sentence: string;
  /** When a server has sent an answer, which its client may never get. */
  onAnswer?(world: Scene, exchange: Exchange, answer: WireAnswer, promised: Promised | null): string | null;
  /** After every step, whose label says what happened; cheap. */
  afterStep?(world: Scene, label: string): string | null;
  /** When a server has started on what the one before left. */
  onStart?(world: Scene): string | null;
  /** When the faults have stopped and everything had its time. */
  atEnd?(world: Scene): string | null;
}

/** The first thing that is wrong. */
export function firstOf(problems: Iterable<string | null>): string | null {
  for (const problem of problems) if (problem !== null) return problem;
  return null;
}

/** Whether the operator, or the staff of the crew center, had or may have had a hand in this flight's end. */
export function mayBeEndedByOthers(world: Scene, flightId: string): boolean {
  if (world.endedByOthers.has(flightId)) return true;
  return world.models.disk.flights().some((flight) => flight.id === flightId && world.isLostByStaff(flight));
}
