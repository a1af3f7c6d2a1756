/** Maximum number of ids remembered of a flight; the oldest are forgotten first. */
const maxIds = 20_000;

/**
 * The ids that a client gave to its positions, to recognise repeats of those without a time of their own. In memory: after
 * a restart a repeat is recognised by its time alone, of which the contract makes the id a part.
 */
export class ClientIds {
  readonly #ids = new Set<string>();

  /** Returns false for an id that is known; null is never known. */
  add(id: string | null): boolean {
    if (id === null) return true;
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > maxIds && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }

  /** Undoes an `add` whose position could not be stored. */
  forget(id: string | null): void {
    if (id !== null) this.#ids.delete(id);
  }
}
