/** Maximum number of ids remembered of a flight; the oldest are forgotten first. */
const maxIds = 20_000;

/**
 * The ids that a client gave to its positions, to recognise repeats of those without a time of their own. In memory: after
 * a restart a repeat is recognised by its time alone, of which the contract makes the id a part.
 */
export class ClientIds {
  #ids: Set<string> | null = null;

  has(id: string | null): boolean {
    return id !== null && this.#ids?.has(id) === true;
  }

  add(id: string | null): void {
    if (id === null) return;
    this.#ids ??= new Set();
    this.#ids.add(id);
    if (this.#ids.size <= maxIds) return;
    const [oldest] = this.#ids;
    if (oldest !== undefined) this.#ids.delete(oldest);
  }

  /** Undoes an `add` whose position could not be stored. */
  forget(id: string | null): void {
    if (id !== null) this.#ids?.delete(id);
  }
}
