import { Film } from '../replay/film.js';
import { say } from '../visitor/visitor.js';

/** Replays the flight at a multiple of real time. */
export class Replay {
  /** @param {import('./track.js').Track} track @param {{ button: HTMLElement, speed: HTMLSelectElement }} controls @param {(at: number) => void} onMove */
  constructor(track, { button, speed }, onMove) {
    this.track = track;
    this.onMove = onMove;
    /** Returns the time at which the replay starts. @type {() => number} */
    this.at = () => track.from;
    this.now = track.from;
    this.button = button;
    this.speed = speed;
    this.film = new Film({ onFrame: (passedMs) => this.move(passedMs), onChange: (isPlaying) => this.tell(isPlaying) });
    this.button.addEventListener('click', () => (this.isPlaying ? this.stop() : this.play()));
  }

  get isPlaying() {
    return this.film.isPlaying;
  }

  play() {
    this.now = this.at() >= this.track.to ? this.track.from : this.at();
    this.film.set(true);
  }

  stop() {
    this.film.set(false);
  }

  /** @param {number} passedMs */
  move(passedMs) {
    this.now = Math.min(this.track.to, this.now + passedMs * Number(this.speed.value));
    this.onMove(this.now);
    return this.now < this.track.to;
  }

  /** @param {boolean} isPlaying */
  tell(isPlaying) {
    this.button.textContent = say(isPlaying ? 'flight.pause' : 'flight.play');
    this.button.setAttribute('aria-pressed', String(isPlaying));
  }
}
