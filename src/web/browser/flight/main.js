import '../choices.js';
import { altitudeColor } from '../colors.js';
import { loadFontAfter } from '../late-font.js';
import { say } from '../visitor/visitor.js';
import { altitudeText } from '../words.js';
import { element } from './element.js';
import { TrackMap } from './map.js';
import { Player } from './player.js';
import { scaleForPrint } from './print.js';
import { sharePicture } from './share-picture.js';
import { Track } from './track.js';
import { addressOf, Updates } from './updates.js';

const {
  track: url = '',
  update = '',
  next = '',
  departure = '{}',
  arrival = '{}',
  landed = '{}',
  type = '',
  sources = '',
} = element('flight').dataset;
let { version = '' } = element('flight').dataset;

const thinned = embedded();
/** The whole track, if the page holds less of it. It is asked for before the map is made: on a slow line nothing else comes before it. */
const whole = thinned !== null && thinned.columns.count > thinned.length ? load().catch(() => null) : null;
void Promise.resolve(whole).then(() => performance.mark('track-whole'));
void loadFontAfter('track-whole');
drawRamp(element('ramp'));
sharePicture(/** @type {HTMLAnchorElement} */ (element('share-picture')));
try {
  begin(thinned ?? (await load()));
} catch (error) {
  complain(error instanceof Error ? error.message : say('flight.not-loaded'));
}

/** Returns the track that is in the page, thinned to what a map of the whole flight needs; null on pages without one. */
function embedded() {
  const text = document.getElementById('first-track')?.textContent ?? null;
  return text === null ? null : new Track(JSON.parse(text));
}

async function load() {
  const answer = await fetch(addressOf(url));
  if (!answer.ok) throw new Error(`${say('flight.not-loaded')} (${answer.status})`);
  return new Track(await answer.json());
}

/** @param {Track} first */
function begin(first) {
  const places = { departure: JSON.parse(departure), arrival: JSON.parse(arrival), landed: JSON.parse(landed) };
  const map = new TrackMap(element('track-map'), first, { ...places, type, sources });
  map.isSilent = isSilent();
  scaleForPrint(element('track-map'));
  let track = first;
  let player = first.length === 0 ? null : new Player(first, map);
  const shown = () => ({ version, after: track.length === 0 ? 0 : track.to, count: track.columns.count });
  const updates = new Updates(update, shown, {
    onNews: ({ version: newest, news }) => {
      version = newest;
      if (news === undefined) return;
      showParts(news.parts);
      map.isSilent = isSilent();
      track = news.isWhole ? new Track(news.track) : track.extended(news.track);
      map.update(track);
      if (player !== null) player.update(track);
      else if (track.length > 0) {
        player = new Player(track, map);
        document.getElementById('none')?.remove();
        for (const each of document.querySelectorAll('[data-later]')) each.removeAttribute('hidden');
      }
      const status = element('status');
      if (status.textContent !== news.status) status.textContent = news.status;
    },
    onLost: (isLost) => complain(isLost ? say('map.lost') : null),
  });
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a[data-mark]') : null;
    if (link instanceof HTMLElement && player !== null) player.jump(Number(link.dataset.mark));
  });
  updates.start(next === '' ? null : Number(next));
  performance.mark('track-shown');
  void refine();

  /** Shows the track in full. One that has grown meanwhile has newer positions than what is loaded. */
  async function refine() {
    const found = await whole;
    if (found === null || found.columns.count < track.columns.count) return;
    track = found;
    map.update(track);
    player?.update(track);
  }
}

/** HTML of each part as it was last shown. @type {Map<string, string>} */
const parts = new Map();

/** Replaces the parts that changed. The server wrote them as it writes the page. @param {Readonly<Record<string, string>>} newest */
function showParts(newest) {
  for (const [id, html] of Object.entries(newest)) {
    if (parts.get(id) === html) continue;
    parts.set(id, html);
    element(id).innerHTML = html;
  }
}

/** Whether the page says that nothing is heard of the flight. */
function isSilent() {
  return document.querySelector('#badges .silent') !== null;
}

/** @param {string | null} text null when all is well again */
function complain(text) {
  const trouble = element('trouble');
  trouble.hidden = text === null;
  trouble.textContent = text ?? '';
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
