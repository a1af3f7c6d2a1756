import '../choices.js';
import { element, setText } from '../map/dom.js';
import { MapView } from '../map/view.js';
import { pageQuery } from '../page-address.js';
import { figures, say } from '../visitor/visitor.js';
import { Film } from './film.js';
import { Histogram } from './histogram.js';
import { Hours } from './hours.js';
import { drawSun, drawTrails } from './trails.js';

/** @typedef {import('./flown-aircraft.js').FlownAircraft} FlownAircraft */

const holder = element('map');
const { root = './' } = holder.dataset;
const hours = new Hours(root);
const view = new MapView(holder, { onChoose: (aircraft) => choose(aircraft), onDrag: () => {} });
const slider = /** @type {HTMLInputElement} */ (element('time'));
const speed = /** @type {HTMLSelectElement} */ (element('speed'));
const play = element('play');
const link = /** @type {HTMLAnchorElement} */ (element('chosen'));
const histogram = new Histogram(element('histogram'));
let time = 0;
/** @type {FlownAircraft[]} */
let flying = [];
const film = new Film({
  onFrame: (passedMs) => {
    time = Math.min(hours.to, time + passedMs * Number(speed.value));
    void hours.need(time);
    draw();
    return time < hours.to;
  },
  onChange: (isPlaying) => {
    setText(play, say(isPlaying ? 'flight.pause' : 'flight.play'));
    play.setAttribute('aria-pressed', String(isPlaying));
    document.body.classList.toggle('playing', isPlaying);
  },
});
view.scene.below.push((drawing) => {
  drawSun(drawing, time);
  drawTrails(drawing, flying, time);
});
/** How often the server is asked whether it has read more of the day, milliseconds. */
const askMs = 3_000;

element('controls').classList.remove('late');
play.addEventListener('click', () => setPlaying(!film.isPlaying));
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
  showHistogram();
  await show(firstTime());
  view.frame(dayOf(hours.aircraft.values()), { maxZoom: 5, animate: false, withAirports: true });
  void keepLoading();
  if (pageQuery().has('play') && !film.isCalm.matches && hours.aircraft.size > 0) setPlaying(true);
}

/** The flights of the whole day as the view is fitted to them: between their airports. @param {Iterable<FlownAircraft>} aircraft */
function dayOf(aircraft) {
  return [...aircraft].flatMap(({ flight }) => {
    const { lat, lon } = flight.departure;
    return lat === null || lon === null ? [] : [{ flight, at: () => ({ lat, lon }) }];
  });
}

function showHistogram() {
  const { count, at } = histogram.update([...hours.aircraft.values()], hours.from, hours.to);
  const text = say('replay.histogram', { count, time: figures.clock(at) });
  element('histogram').setAttribute('aria-label', text);
  histogram.showHours((each) => figures.clock(each));
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
    showHistogram();
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
  const now = hours.at(time);
  // The same flights stay the same list: the map knows their airports.
  const isSame = now.length === flying.length && now.every((each, index) => each === flying[index]);
  if (!isSame) flying = now;
  view.show(flying);
  view.showNight(time);
  view.redraw();
  slider.value = String(time);
  histogram.show(time);
  const text = `${figures.day(time)}, ${figures.clock(time)}`;
  setText(element('here'), `${text} · ${say('map.count', { count: flying.length })}`);
  slider.setAttribute('aria-valuetext', text);
  holder.dataset.flying = String(flying.length);
}

/** @param {boolean} isOn */
function setPlaying(isOn) {
  if (isOn && time >= hours.to) time = firstTime();
  film.set(isOn);
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
