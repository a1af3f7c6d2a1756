/** @typedef {{ context: CanvasRenderingContext2D, view: import('../canvas-layer.js').View, palette: import('../colors.js').Palette, room: import('../map/room.js').Room, now: number }} Drawing what a layer draws on */

/** How long it waits after the server could not be asked, seconds. */
const retryS = 20;

/**
 * What one request brings for layers, repeated as often as the server says while one of them is on and the page is seen.
 * @template T
 */
export class Source {
  /** @param {string} url @param {(answer: T) => void} onAnswer */
  constructor(url, onAnswer) {
    this.url = url;
    this.onAnswer = onAnswer;
    this.isOn = false;
    this.isAsking = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    document.addEventListener('visibilitychange', () => this.set(this.isOn));
  }

  /** @param {boolean} isOn */
  set(isOn) {
    this.isOn = isOn;
    clearTimeout(this.timer);
    if (isOn && !document.hidden) void this.ask();
  }

  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    const answer = await fetch(this.url)
      .then((response) => (response.ok ? response.json() : null))
      .catch(() => null);
    this.isAsking = false;
    if (!this.isOn) return;
    clearTimeout(this.timer);
    // Before the answer is shown, which may be one of another version of the server.
    if (!document.hidden) this.timer = setTimeout(() => void this.ask(), (answer?.nextS ?? retryS) * 1_000);
    if (answer !== null) this.onAnswer(answer);
  }
}
