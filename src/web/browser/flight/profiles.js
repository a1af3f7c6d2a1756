/** @typedef {import('../../flight/track.ts').TrackColumns} TrackColumns */

/** The profile that the server drew, with a cursor at the time that is shown. */
export class Profiles {
  /** @param {HTMLElement} holder @param {TrackColumns} columns */
  constructor(holder, columns) {
    this.holder = holder;
    this.columns = columns;
    /** Called with the time under the pointer. @type {(at: number) => void} */
    this.onHover = () => {};
    this.at = columns.time.at(-1) ?? 0;
    this.cursor = document.createElement('i');
    this.cursor.className = 'cursor';
    const hear = (/** @type {PointerEvent} */ event) => this.hear(event);
    holder.addEventListener('pointermove', hear);
    holder.addEventListener('pointerdown', hear);
    // A newer drawing takes the place of this one, without the cursor.
    new MutationObserver(() => this.place()).observe(holder, { childList: true, subtree: true });
    this.place();
  }

  /** Knows another version of the track; its drawing is a part of the page that the server writes. @param {TrackColumns} columns */
  update(columns) {
    this.columns = columns;
  }

  /** Moves the cursor. @param {number} index */
  show(index) {
    this.at = this.columns.time[index] ?? this.at;
    this.place();
  }

  place() {
    const drawn = this.drawn();
    if (drawn === null) return;
    const { plot, knots } = drawn;
    if (this.cursor.parentElement !== plot) plot.append(this.cursor);
    this.cursor.style.left = `${along(knots, this.at, 0) / 10}%`;
  }

  /** @param {PointerEvent} event */
  hear({ clientX }) {
    const drawn = this.drawn();
    if (drawn === null) return;
    const { left, width } = drawn.plot.getBoundingClientRect();
    const at = along(drawn.knots, ((clientX - left) / width) * 1_000, 1);
    const [first = 0, last = 0] = [this.columns.time[0], this.columns.time.at(-1)];
    this.at = Math.max(first, Math.min(last, at));
    this.place();
    this.onHover(this.at);
  }

  /** Returns the drawing, and which times are where on it; null before there is one. */
  drawn() {
    const plot = this.holder.querySelector('.plot');
    const figure = plot?.closest('figure') ?? null;
    if (plot === null || figure === null) return null;
    /** @type {Knot[]} */
    const knots = JSON.parse(figure.dataset.knots ?? '[]');
    return { plot, knots };
  }
}

/** @typedef {[at: number, x: number]} Knot an instant and its place from the left, of 1,000 */

/** Returns the place of an instant, or the instant of a place: between two knots they lie evenly, beyond the ends at them. @param {readonly Knot[]} knots @param {number} value @param {0 | 1} by which of both is known */
function along(knots, value, by) {
  const next = knots.findIndex((knot) => knot[by] >= value);
  const [before, after] = [knots[next - 1], knots[next] ?? knots.at(-1)];
  if (after === undefined) return 0;
  const other = by === 0 ? 1 : 0;
  if (next < 0 || before === undefined) return after[other];
  const share = (value - before[by]) / (after[by] - before[by] || 1);
  return before[other] + (after[other] - before[other]) * share;
}
