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
    const { plot, from, to } = drawn;
    if (this.cursor.parentElement !== plot) plot.append(this.cursor);
    this.cursor.style.left = `${(Math.max(0, Math.min(to - from, this.at - from)) / (to - from)) * 100}%`;
  }

  /** @param {PointerEvent} event */
  hear({ clientX }) {
    const drawn = this.drawn();
    if (drawn === null) return;
    const { left, width } = drawn.plot.getBoundingClientRect();
    const at = drawn.from + ((clientX - left) / width) * (drawn.to - drawn.from);
    const [first = 0, last = 0] = [this.columns.time[0], this.columns.time.at(-1)];
    this.at = Math.max(first, Math.min(last, at));
    this.place();
    this.onHover(this.at);
  }

  /** Returns the drawing and its times; null before there is one. */
  drawn() {
    const plot = this.holder.querySelector('.plot');
    const figure = plot?.closest('figure') ?? null;
    if (plot === null || figure === null) return null;
    return { plot, from: Number(figure.dataset.from), to: Number(figure.dataset.to) };
  }
}
