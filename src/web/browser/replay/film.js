/** How long a frame may last: a tab that comes back continues where it was. */
const maxFrameMs = 250;
/** Where less motion is wanted, the film is a row of pictures. */
const calmMs = 1_000;

/** Runs a time at a multiple of the real one, frame by frame; a picture a second where the visitor wants less motion. */
export class Film {
  /** @param {{ onFrame: (passedMs: number) => boolean, onChange: (isPlaying: boolean) => void }} listeners `onFrame` returns whether it continues */
  constructor({ onFrame, onChange }) {
    this.onFrame = onFrame;
    this.onChange = onChange;
    this.isPlaying = false;
    this.isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    this.before = 0;
  }

  /** @param {boolean} isOn */
  set(isOn) {
    const wasPlaying = this.isPlaying;
    this.isPlaying = isOn;
    this.onChange(isOn);
    if (!isOn || wasPlaying) return;
    this.before = performance.now();
    this.next();
  }

  next() {
    if (this.isCalm.matches) setTimeout(() => this.step(performance.now(), calmMs), calmMs);
    else requestAnimationFrame((now) => this.step(now, maxFrameMs));
  }

  /** @param {number} now @param {number} maxMs */
  step(now, maxMs) {
    if (!this.isPlaying) return;
    const passed = Math.max(0, Math.min(maxMs, now - this.before));
    this.before = now;
    if (this.onFrame(passed)) this.next();
    else this.set(false);
  }
}
