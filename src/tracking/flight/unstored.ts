/** Counts the calls with positions of one flight that wait for their commit. */
export class Unstored {
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
  }
}
