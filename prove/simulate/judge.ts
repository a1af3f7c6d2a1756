import type { Promised } from './answers.ts';
import { invariants } from './invariants/all.ts';
import type { Scene } from './scene.ts';
import type { Trace } from './trace.ts';
import type { Exchange, WireAnswer } from './wire.ts';

/** What is wrong. */
export interface Problem {
  readonly invariant: string;
  readonly detail: string;
}

/** Looks at everything that must hold, and keeps the first problem. */
export class Judge {
  problem: Problem | null = null;
  readonly #scene: Scene;
  readonly #trace: Trace;

  constructor(scene: Scene, trace: Trace) {
    this.#scene = scene;
    this.#trace = trace;
  }

  afterStep(label: string): void {
    for (const { name, afterStep } of invariants) this.note(name, afterStep?.(this.#scene, label) ?? null);
  }

  onAnswer(exchange: Exchange, answer: WireAnswer, promised: Promised | null): void {
    for (const { name, onAnswer } of invariants) {
      this.note(name, onAnswer?.(this.#scene, exchange, answer, promised) ?? null);
    }
  }

  onStart(): void {
    for (const { name, onStart } of invariants) this.note(name, onStart?.(this.#scene) ?? null);
  }

  atEnd(): void {
    for (const { name, atEnd } of invariants) this.note(name, atEnd?.(this.#scene) ?? null);
  }

  note(invariant: string, detail: string | null): void {
    if (detail === null || this.problem !== null || this.#scene.plan.exempt?.includes(invariant) === true) return;
    this.problem = { invariant, detail };
    this.#trace.add(`  PROBLEM ${invariant}: ${detail.split('\n', 1)[0]}`);
  }
}
