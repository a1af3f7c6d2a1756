import '../choices.js';
import { element, setText } from '../map/dom.js';
import { MapView } from '../map/view.js';
import { figures, say } from '../visitor/visitor.js';
import { Hours } from './hours.js';

const holder = element('map');
const { root = './' } = holder.dataset;
const hours = new Hours(root);
const view = new MapView(holder, { onChoose: (aircraft) => choose(aircraft), onDrag: () => {} });
const slider = /** @type {HTMLInputElement} */ (element('time'));
const speed = /** @type {HTMLSelectElement} */ (element('speed'));
const play = element('play');
const link = /** @type {HTMLAnchorElement} */ (element('chosen'));
let isPlaying = false;
let time = 0;
/** How often the server is asked whether it has read more of the day, milliseconds. */
const askMs = 3_000;

element('controls').hidden = false;
play.addEventListener('click', () => setPlaying(!isPlaying));
slider.addEventListener('input', () => {
  setPlaying(false);
  show(Number(slider.value));
});
void begin();

async function begin() {
  try {
    await hours.load();
  } catch {
    setText(element('state'), say('replay.failed'));
    return;
  }
  slider.min = String(hours.from);
  slider.max = String(hours.to);
  time = hours.from;
  element('empty').hidden = hours.aircraft.size > 0 || hours.loaded < 1;
  await show(firstTime());
  const flying = hours.at(time);
  if (flying.length > 0) view.frame(flying, { maxZoom: 5, animate: false, withAirports: true });
  void keepLoading();
}

/** When the first flight begins, or the whole day. */
function firstTime() {
  const begins = [...hours.aircraft.values()].map(({ from }) => from * 60_000);
  return Math.max(hours.from, Math.min(hours.to, ...begins) + 120_000);
}

/** While the server still reads the day, its flights come bit by bit. */
async function keepLoading() {
  while (hours.loaded < 1) {
    setText(element('state'), say('replay.reading', { percent: Math.floor(hours.loaded * 100) }));
    await new Promise((resolve) => setTimeout(resolve, askMs));
    await hours.load().catch(() => undefined);
    await show(time);
  }
  setText(element('state'), '');
  element('empty').hidden = hours.aircraft.size > 0;
}

/** Shows this time of the day. @param {number} at */
async function show(at) {
  time = Math.max(hours.from, Math.min(hours.to, at));
  await hours.need(time);
  draw();
}

function draw() {
  const flying = hours.at(time);
  view.show(flying);
  view.showNight(time);
  view.redraw();
  slider.value = String(time);
  const text = `${figures.day(time)}, ${figures.clock(time)}`;
  setText(element('here'), `${text} · ${say('map.count', { count: flying.length })}`);
  slider.setAttribute('aria-valuetext', text);
  holder.dataset.flying = String(flying.length);
}

/** @param {boolean} isOn */
function setPlaying(isOn) {
  isPlaying = isOn;
  setText(play, say(isOn ? 'flight.pause' : 'flight.play'));
  play.setAttribute('aria-pressed', String(isOn));
  if (!isOn) return;
  if (time >= hours.to) time = hours.from;
  let before = performance.now();
  /** @param {number} now */
  const step = (now) => {
    if (!isPlaying) return;
    time = Math.min(hours.to, time + Math.min(1_000, now - before) * Number(speed.value));
    before = now;
    void hours.need(time);
    draw();
    if (time >= hours.to) setPlaying(false);
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** @param {import('../map/aircraft.js').Aircraft | null} aircraft */
function choose(aircraft) {
  view.choose(aircraft);
  link.hidden = aircraft === null;
  if (aircraft === null) return;
  const { id, callsign, departure, arrival } = aircraft.flight;
  link.href = `${root}flights/${encodeURIComponent(id)}`;
  setText(link, `${callsign} ${departure.icao} → ${arrival.icao}`);
}
