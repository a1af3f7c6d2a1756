import { say } from '../visitor/visitor.js';

/** Replays the flight at a multiple of real time. */
export class Replay {
  /** @param {import('./track.js').Track} track @param {{ button: HTMLElement, speed: HTMLSelectElement }} controls @param {(at: number) => void} onMove */
  constructor(track, { button, speed }, onMove) {
    this.track = track;
    this.onMove = onMove;
    this.isPlaying = false;
    /** Returns the time at which the replay starts. @type {() => number} */
    this.at = () => track.from;
    this.button = button;
    this.speed = speed;
    this.button.addEventListener('click', () => (this.isPlaying ? this.stop() : this.play()));
  }

  play() {
    this.isPlaying = true;
    this.button.textContent = say('flight.pause');
    this.button.setAttribute('aria-pressed', 'true');
    let at = this.at() >= this.track.to ? this.track.from : this.at();
    let before = performance.now();
    /** @param {number} now */
    const step = (now) => {
      if (!this.isPlaying) return;
      at = Math.min(this.track.to, at + Math.max(0, now - before) * Number(this.speed.value));
      before = now;
      this.onMove(at);
      if (at >= this.track.to) this.stop();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  stop() {
    this.isPlaying = false;
    this.button.textContent = say('flight.play');
    this.button.setAttribute('aria-pressed', 'false');
  }
}
