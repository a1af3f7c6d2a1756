/** Faults that may happen, by name; null is every one that chance draws. */
export interface Allowed {
  /** What the adversary does, by its number. */
  readonly strikes: readonly string[] | null;
  /** What becomes of single requests, and of single calls to the crew center. */
  readonly fates: readonly string[] | null;
}

export const everything: Allowed = { strikes: null, fates: null };

/** Decides of each fault that chance has drawn whether it happens: in a story only those that it needs. */
export class Fortune {
  readonly #allowed: { readonly [Kind in keyof Allowed]: ReadonlySet<string> | null };
  /** What did happen, in order. */
  readonly struck: { readonly [Kind in keyof Allowed]: string[] } = { strikes: [], fates: [] };

  readonly #counts = new Map<string, number>();

  constructor({ strikes, fates }: Allowed) {
    this.#allowed = { strikes: strikes && new Set(strikes), fates: fates && new Set(fates) };
  }

  /** A name for the next thing of this kind: as like as can be in a run in which less goes wrong. */
  nameOf(what: string): string {
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    return `${what} ${count}`;
  }

  allows(kind: keyof Allowed, name: string): boolean {
    const isAllowed = this.#allowed[kind]?.has(name) !== false;
    if (isAllowed) this.struck[kind].push(name);
    return isAllowed;
  }
}
