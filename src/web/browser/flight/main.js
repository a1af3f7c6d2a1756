import '../choices.js';
import { altitudeColor } from '../colors.js';
import { say } from '../visitor.js';
import { altitudeText, clockText, speedText, verticalText } from '../words.js';
import { TrackMap } from './map.js';
import { Profiles } from './profiles.js';
import { Replay } from './replay.js';
import { Track } from './track.js';

/** @template {HTMLElement} T @param {string} id @returns {T} */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return /** @type {T} */ (found);
}

const {
  track: url = '',
  departure = '{}',
  arrival = '{}',
  coarse = '',
  fine = '',
  tiles = '',
  tileAttribution = '',
} = element('flight').dataset;

drawRamp(element('ramp'));
try {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${say('flight.not-loaded')} (${answer.status})`);
  begin(new Track(await answer.json()));
} catch (error) {
  const trouble = element('trouble');
  trouble.hidden = false;
  trouble.textContent = error instanceof Error ? error.message : say('flight.not-loaded');
}

/** @param {Track} track */
function begin(track) {
  const places = { departure: JSON.parse(departure), arrival: JSON.parse(arrival) };
  const map = new TrackMap(element('track-map'), track, { ...places, coarse, fine, tiles, tileAttribution });
  if (track.length === 0) return;
  const profiles = new Profiles(element('profiles'), track.columns);
  const slider = /** @type {HTMLInputElement} */ (element('time'));
  const output = element('here');
  slider.min = String(track.from);
  slider.max = String(track.to);
  /** Moves map, profiles and slider to one time. @param {number} at @param {'slider' | 'map' | 'profiles' | 'replay'} source */
  const show = (at, source) => {
    const { index, altitude, gs, vs } = track.at(at);
    map.show(at);
    if (source !== 'profiles') profiles.show(index);
    if (source !== 'slider') slider.value = String(Math.round(at));
    output.textContent = `${clockText(at)} · ${altitudeText(altitude)} · ${speedText(gs)} · ${verticalText(vs)}`;
    slider.setAttribute('aria-valuetext', output.textContent);
  };
  const controls = { button: element('play'), speed: /** @type {HTMLSelectElement} */ (element('speed')) };
  const replay = new Replay(track, controls, (at) => show(at, 'replay'));
  map.onHover = (at) => replay.isPlaying || show(at, 'map');
  profiles.onHover = (at) => replay.isPlaying || show(at, 'profiles');
  slider.addEventListener('input', () => {
    replay.stop();
    show(Number(slider.value), 'slider');
  });
  replay.at = () => Number(slider.value);
  show(track.to, 'replay');
}

/** Draws the colour scale of the altitude. @param {HTMLElement} holder */
function drawRamp(holder) {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  for (const feet of [0, 5_000, 10_000, 20_000, 30_000, 40_000]) {
    const swatch = document.createElement('span');
    const chip = document.createElement('i');
    chip.style.background = altitudeColor(feet, isDark);
    swatch.append(chip, feet === 0 ? say('flight.ground') : altitudeText(feet));
    holder.append(swatch);
  }
}
