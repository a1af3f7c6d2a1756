import { altitudeText, clockText, speedText, verticalText } from '../words.js';
import { Caption } from './caption.js';
import { element } from './element.js';
import { Profiles } from './profiles.js';
import { Replay } from './replay.js';

/** @typedef {import('./map.js').TrackMap} TrackMap */
/** @typedef {import('./track.js').Track} Track */
/** @typedef {'slider' | 'map' | 'profiles' | 'replay'} Source */

/** One time in the flight, shown at once by map, profiles, slider and in words. */
export class Player {
  /** @param {Track} track not empty @param {TrackMap} map */
  constructor(track, map) {
    this.track = track;
    this.map = map;
    this.caption = new Caption(map.map.getContainer());
    this.profiles = new Profiles(element('profiles'), track.columns);
    this.slider = /** @type {HTMLInputElement} */ (element('time'));
    this.output = element('here');
    this.follow = /** @type {HTMLInputElement} */ (element('follow'));
    this.follow.addEventListener('change', () => this.show(Number(this.slider.value), 'replay'));
    const controls = { button: element('play'), speed: /** @type {HTMLSelectElement} */ (element('speed')) };
    this.replay = new Replay(track, controls, (at) => this.show(at, 'replay'));
    this.replay.at = () => Number(this.slider.value);
    map.onHover = (at) => this.replay.isPlaying || this.show(at, 'map');
    this.profiles.onHover = (at) => this.replay.isPlaying || this.show(at, 'profiles');
    this.slider.addEventListener('input', () => {
      this.replay.stop();
      this.show(Number(this.slider.value), 'slider');
    });
    this.bound();
    this.show(track.to, 'replay');
  }

  bound() {
    this.slider.min = String(this.track.from);
    this.slider.max = String(this.track.to);
  }

  /** Shows another version of the track; a visitor who sees the newest position stays with it. @param {Track} track */
  update(track) {
    const isAtEnd = !this.replay.isPlaying && Number(this.slider.value) >= this.track.to;
    this.track = track;
    this.replay.track = track;
    this.profiles.update(track.columns);
    this.bound();
    if (isAtEnd) this.show(track.to, 'replay');
  }

  /** Shows a time that was chosen elsewhere on the page. @param {number} at */
  jump(at) {
    this.replay.stop();
    this.show(Math.max(this.track.from, Math.min(this.track.to, at)), 'replay');
  }

  /** @param {number} at @param {Source} source */
  show(at, source) {
    const { index, altitude, gs, vs } = this.track.at(at);
    this.map.show(at, this.follow.checked && source !== 'map');
    if (source !== 'profiles') this.profiles.show(index);
    if (source !== 'slider') this.slider.value = String(Math.round(at));
    const event = this.track.eventAt(at);
    this.caption.show(this.replay.isPlaying ? event : null);
    const figures = [clockText(at), altitudeText(altitude), speedText(gs), verticalText(vs)];
    const text = [...figures, ...(event === null ? [] : [event])].join(' · ');
    this.output.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
  }
}
