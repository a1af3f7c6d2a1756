import '../choices.js';
import { loadFontAfter } from '../late-font.js';
import { figures, say } from '../visitor/visitor.js';
import { addressed, inAddress, keepInAddress } from './address.js';
import { Aircraft } from './aircraft.js';
import { element, setText } from './dom.js';
import { Feed } from './feed.js';
import { FilterForm } from './filter-form.js';
import { filterFlights, readFilters, writeFilters } from './filters.js';
import { Followed } from './followed.js';
import { listenToKeys } from './keys.js';
import { loadChosen } from './late-parts.js';
import { FlightList } from './list.js';
import { readOrder, sortFlights, writeOrder } from './order.js';
import { setUpPanel } from './panel.js';
import { loadRoute } from './route.js';
import { linkWith, share } from './share.js';
import { loadTrail } from './trail.js';
import { MapView } from './view.js';

const holder = element('map');
const { live = '', polled, root = './', now = '0', first = '[]' } = holder.dataset;

let filters = readFilters(addressed());
let order = readOrder(inAddress('sort'));
let chosenId = inAddress('flight');
/** The chosen flight while it is on the map. @type {Aircraft | null} */
let chosen = null;
/** The selected flight after it has left the map: its card stays, with a link to its page. @type {Aircraft | null} */
let left = null;
let isFirst = true;
/** Whether the feed has said which flights there are. */
let isLoaded = false;

const feed = new Feed(live, Number(now) - Date.now(), polled !== undefined);
const view = new MapView(holder, {
  onChoose: (aircraft) => choose(aircraft?.flight.id ?? null, false),
  onDrag: () => followed.stop(),
});
// Drawn until the feed brings them all.
/** @type {Aircraft[]} */
const early = JSON.parse(first).map(
  (/** @type {import('../../live/wire.ts').MapFlight} */ flight) => new Aircraft(flight, feed.skewMs),
);
view.show(early);
// The map begins where they are: its ground is drawn once, and at once.
const sought = early.filter(({ flight }) => flight.id === chosenId);
view.frame(sought.length > 0 ? sought : early, {
  maxZoom: sought.length > 0 ? 7 : 5,
  animate: false,
  withAirports: true,
});
const followed = new Followed(view, inAddress('follow'));
const list = new FlightList({
  onChoose: (id) => choose(id, true),
  isFollowed: (id) => followed.has(id),
  colorOf: (aircraft) => view.scene.lookOf(aircraft, Date.now()).color,
});
/** The card, once it has been loaded. @type {import('./card.js').Card | null} */
let card = null;
const form = new FilterForm(filters, order, (newFilters, newOrder) => {
  filters = newFilters;
  order = newOrder;
  keepInAddress({ ...writeFilters(filters), sort: writeOrder(order) });
  show();
});

void loadChosen().then(async ({ setUpChosen }) => {
  card = await setUpChosen({
    view,
    root,
    isQuiet: () => isLoaded && feed.aircraft.size === 0,
    hasWeather: holder.dataset.weather !== undefined,
    onClose: () => choose(null, false),
    onFollow: toggleFollow,
    onShare: (id, callsign) => void share(linkWith({ flight: id }), callsign),
  });
  showCard();
  // Framed before there was a card that covers part of the map.
  if (chosen !== null) view.frame([chosen], { maxZoom: 7, animate: true, withAirports: true });
});
void loadFontAfter('first-aircraft');
setUpPanel({ onShare: () => void share(location.href, document.title) });
listenToKeys({
  onStep: (step) => list.step(step),
  onFollow: toggleFollow,
  onClose: () => view.fold() || choose(null, false),
  pageRows: () => Math.max(1, Math.floor(list.scroller.clientHeight / list.rowPx) - 1),
});
feed.onChange = () => {
  isLoaded = true;
  show();
};
feed.onConnection = (isOpen) => {
  const note = element('connection');
  note.hidden = isOpen;
  note.textContent = isOpen ? '' : say('map.lost');
};
feed.onPoll = (at, nextS) => {
  const note = element('as-of');
  note.hidden = false;
  setText(note, say('map.as-of', { time: figures.exactClock(at), seconds: nextS }));
};
followed.onChange = () => {
  keepInAddress({ follow: followed.text });
  showFollowed();
  list.refresh();
  followed.keepUp(feed.aircraft, Date.now());
};
element('unfollow').addEventListener('click', () => followed.stop());
showFollowed();
setInterval(() => {
  showCard();
  list.refresh();
  followed.keepUp(feed.aircraft, Date.now());
}, 1_000);

/** Updates the page from the feed. */
function show() {
  const all = [...feed.aircraft.values()];
  const passing = filterFlights(all, filters);
  view.show(passing);
  follow(chosenId === null ? null : (feed.aircraft.get(chosenId) ?? null));
  form.offer(all);
  list.show(sortFlights(passing, order), chosenId);
  showCount(passing.length, all.length);
  showCard();
  if (isFirst && all.length > 0) frameFirst(all);
}

/** Updates the chosen flight: it has come, moved or gone. @param {Aircraft | null} now */
function follow(now) {
  if (now === null && chosen !== null) {
    left = chosen;
    chosenId = null;
  }
  const isNew = now !== null && now.flight.id !== chosen?.flight.id;
  chosen = now;
  if (now !== null) left = null;
  if (isNew || now === null) view.choose(now);
  else view.extendTrail();
  if (isNew) void showTrail(now.flight.id);
}

/** @param {number} shown @param {number} total */
function showCount(shown, total) {
  const count = shown === total ? say('map.count', { count: total }) : say('map.count-some', { shown, count: total });
  setText(element('count'), count);
  const empty = element('empty');
  empty.hidden = shown > 0;
  setText(empty, total === 0 ? say('map.empty') : say('map.no-match'));
}

function showCard() {
  if (card === null) return;
  if (chosenId !== null && chosen === null && left === null && isLoaded) card.showMissing(chosenId);
  else card.show(chosen ?? left, Date.now(), chosen === null);
  const shown = chosen ?? left;
  card.setFollowing(shown !== null && followed.has(shown.flight.id));
}

function showFollowed() {
  const { size } = followed.ids;
  element('following').hidden = size === 0;
  setText(element('following-count'), say('map.following', { count: size }));
}

/** Fits all flights into the view, once; of a link to one flight that one. @param {Aircraft[]} all */
function frameFirst(all) {
  isFirst = false;
  const flights = chosen === null ? all : [chosen];
  view.frame(flights, { maxZoom: chosen === null ? 5 : 7, animate: false, withAirports: true });
  showCard();
}

/** @param {string | null} id @param {boolean} isFromList */
function choose(id, isFromList) {
  chosenId = id;
  chosen = left = null;
  view.choose(null);
  keepInAddress({ flight: id });
  show();
  if (chosen === null) return;
  if (isFromList) view.frame([chosen], { maxZoom: 7, animate: true, withAirports: true });
  else view.reveal(chosen);
}

/** Follows the chosen flight, or the one with the focus in the list; a second time, no longer. */
function toggleFollow() {
  const id = chosen?.flight.id ?? (list.list.contains(document.activeElement) ? list.activeId : null);
  if (id !== null) followed.toggle(id);
  showCard();
}

/** @param {string} id */
async function showTrail(id) {
  const route = loadRoute(root, id);
  const trail = await loadTrail(`${root}flights/`, id);
  if (chosenId === id) view.showTrail(trail);
  const places = await route;
  if (chosenId === id) view.showRoute(places);
}
