import { addBasemap } from '../basemap.js';
import '../choices.js';
import { nearLon } from '../geo.js';
import { say } from '../visitor.js';
import { createWorldMap } from '../world-map.js';
import { Feed } from './feed.js';
import { Card, element, FlightList } from './panel.js';
import { Scene } from './scene.js';
import { loadTrail } from './trail.js';

const holder = element('map');
const { live = '', flights = '', now = '0', tiles = '', tileAttribution = '' } = holder.dataset;
const query = new URLSearchParams(location.search);

const map = createWorldMap(holder, { center: [25, 0], zoom: innerWidth < 700 ? 1.5 : 2.5, maxZoom: 13 });
addBasemap(map, { tiles, tileAttribution });

const feed = new Feed(live, Number(now) - Date.now());
const scene = new Scene(map);
const filter = /** @type {HTMLInputElement} */ (element('filter'));
const list = new FlightList((id) => choose(id, true));
const card = new Card({ flights, onClose: () => choose(null, false), onFollow: follow });
/** @type {string | null} */
let chosenId = query.get('flight');
/** The selected flight after it has left the map: its card stays, with a link to its page. @type {import('./aircraft.js').Aircraft | null} */
let left = null;
/** The flight in the link, if it is not on the map. @type {string | null} */
let missing = null;
let isFollowing = false;
let isFirst = true;
filter.value = query.get('filter') ?? '';

feed.onChange = show;
feed.onConnection = (isOpen) => {
  const note = element('connection');
  note.hidden = isOpen;
  note.textContent = isOpen ? '' : say('map.lost');
};
filter.hidden = false;
filter.addEventListener('input', () => {
  keepInAddress('filter', filter.value.trim() || null);
  show();
});
map.on('click', (event) => {
  const aircraft = scene.aircraftAt(event.containerPoint);
  choose(aircraft?.flight.id ?? null, false);
});
map.on('mousemove', (event) => {
  holder.classList.toggle('on-aircraft', scene.aircraftAt(event.containerPoint) !== null);
});
map.on('dragstart', () => follow(false));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') choose(null, false);
});
const fold = element('fold');
fold.hidden = false;
fold.addEventListener('click', () => setFolded(fold.getAttribute('aria-expanded') === 'true'));
if (innerWidth < 700) setFolded(true);
setInterval(() => {
  showCard();
  list.refresh();
  keepUp();
}, 1_000);

/** Updates the page from the feed. */
function show() {
  const all = [...feed.aircraft.values()];
  const words = filter.value.toLowerCase().split(/\s+/);
  const passing = all.filter((aircraft) => words.every((word) => aircraft.words.includes(word)));
  scene.aircraft = passing;
  const chosen = chosenId === null ? undefined : feed.aircraft.get(chosenId);
  const isNew = chosen !== undefined && scene.chosen?.flight.id !== chosen.flight.id;
  if (chosenId !== null && chosen === undefined && scene.chosen !== null) leave(scene.chosen);
  if (chosen !== undefined) left = null;
  missing = chosenId !== null && chosen === undefined && left === null ? chosenId : null;
  if (chosen !== undefined && !isNew) extendTrail(chosen);
  scene.chosen = chosen ?? null;
  if (isNew) void showTrail(chosen.flight.id);
  list.show(passing, all.length, chosenId);
  showCard();
  if (isFirst && all.length > 0) frameAll(all);
}

/** @param {import('./aircraft.js').Aircraft} aircraft */
function leave(aircraft) {
  left = aircraft;
  chosenId = null;
  scene.trail = [];
  follow(false);
}

function showCard() {
  if (missing !== null) card.showMissing(missing);
  else card.show(scene.chosen ?? left, Date.now(), scene.chosen === null);
}

/** Fits all flights into the view, once. @param {import('./aircraft.js').Aircraft[]} all */
function frameAll(all) {
  isFirst = false;
  if (scene.chosen === null) frame(all, 5, false);
  else frame([scene.chosen], 7, false);
}

/** Fits these flights into the view, with their airports. @param {import('./aircraft.js').Aircraft[]} flights @param {number} maxZoom @param {boolean} animate */
function frame(flights, maxZoom, animate) {
  const now = Date.now();
  const centre = flights[0]?.at(now).lon ?? 0;
  const places = flights.flatMap((each) => [each.at(now), each.flight.departure, each.flight.arrival]);
  const bounds = L.latLngBounds([]);
  for (const { lat, lon } of places) if (lat !== null && lon !== null) bounds.extend([lat, nearLon(lon, centre)]);
  const isNarrow = innerWidth < 700;
  // On a phone the panel covers the lower part of the map.
  const panel = holder.nextElementSibling?.clientHeight ?? 0;
  map.fitBounds(bounds, {
    paddingTopLeft: isNarrow ? [50, 70] : [370, 70],
    paddingBottomRight: isNarrow ? [60, panel + 30] : [90, 60],
    maxZoom,
    animate,
  });
}

/** @param {string | null} id @param {boolean} isFromList */
function choose(id, isFromList) {
  if (id !== chosenId) follow(false);
  chosenId = id;
  left = null;
  scene.trail = [];
  scene.chosen = null;
  missing = null;
  keepInAddress('flight', id);
  show();
  const aircraft = id === null ? undefined : feed.aircraft.get(id);
  if (isFromList && aircraft !== undefined) frame([aircraft], 7, true);
  scene.layer.redraw();
}

/** Stores the state in the URL, so that a link shows the same. @param {string} name @param {string | null} value */
function keepInAddress(name, value) {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(null, '', address);
}

/** @param {string} id */
async function showTrail(id) {
  const trail = await loadTrail(flights, id);
  if (chosenId !== id) return;
  scene.trail = trail;
  holder.dataset.trail = String(trail.length);
  scene.layer.redraw();
}

/** @param {import('./aircraft.js').Aircraft} aircraft */
function extendTrail(aircraft) {
  const [lat, lon, , altitude] = aircraft.place;
  const last = scene.trail.at(-1);
  if (last === undefined) return;
  const near = nearLon(lon, last.lon);
  if (last.lat !== lat || last.lon !== near) scene.trail.push({ lat, lon: near, altitude });
}

/** @param {boolean} isOn */
function follow(isOn) {
  isFollowing = isOn;
  card.setFollowing(isOn);
  keepUp();
}

function keepUp() {
  if (!isFollowing || scene.chosen === null) return;
  const { lat, lon } = scene.chosen.at(Date.now());
  map.panTo([lat, nearLon(lon, map.getCenter().lng)], { animate: true, duration: 0.9, easeLinearity: 1 });
}

/** @param {boolean} isFolded */
function setFolded(isFolded) {
  fold.setAttribute('aria-expanded', String(!isFolded));
  element('flights').hidden = isFolded;
}
