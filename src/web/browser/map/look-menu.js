import { readLook, saveLook } from '../look-store.js';
import { say } from '../visitor/visitor.js';
import { altitudeText } from '../words.js';
import { trafficColors } from './airports.js';
import { colorings, legendOf, silentColor } from './coloring.js';
import { make } from './dom.js';

/** The menu with which a visitor chooses how the map looks, and the legend of its colours. */
export class LookMenu {
  /** @param {L.Map} map @param {import('../basemap.js').Basemap} basemap @param {import('./scene.js').Scene} scene */
  constructor(map, basemap, scene) {
    this.basemap = basemap;
    this.scene = scene;
    this.look = readLook();
    this.legend = make('ul', { class: 'legend' });
    this.content = make(
      'details',
      { class: 'look' },
      make('summary', { title: say('look.title') }, caption('look.title')),
    );
    this.sheet = make('div', { class: 'sheet' }, ...this.parts());
    this.content.append(this.sheet);
    const control = new L.Control({ position: 'bottomright' });
    control.onAdd = () => {
      L.DomEvent.disableClickPropagation(this.content);
      L.DomEvent.disableScrollPropagation(this.content);
      return this.content;
    };
    control.addTo(map);
    this.content.addEventListener('toggle', () => this.showLegend());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.showLegend());
    this.apply();
  }

  parts() {
    const parts = [
      this.colors(),
      this.legend,
      this.check('isNight', 'look.night'),
      this.check('hasAirports', 'look.airports'),
    ];
    return this.basemap.sources.length === 0 ? parts : [this.maps(), ...parts];
  }

  maps() {
    const select = make('select', {}, make('option', { value: '' }, say('look.included')));
    for (const { name } of this.basemap.sources) select.append(make('option', { value: name }, name));
    select.value = this.basemap.shown;
    select.addEventListener('change', () => {
      this.basemap.choose(select.value);
      this.change({ source: select.value });
    });
    return make('label', {}, say('look.source'), ' ', select);
  }

  colors() {
    const select = make('select', {});
    for (const each of colorings) select.append(make('option', { value: each }, say(`look.${each}`)));
    select.value = this.look.coloring;
    select.addEventListener('change', () => {
      const coloring = colorings.find((each) => each === select.value);
      if (coloring !== undefined) this.change({ coloring });
    });
    return make('label', {}, say('look.color'), ' ', select);
  }

  /** @param {'isNight' | 'hasAirports'} name @param {'look.night' | 'look.airports'} key */
  check(name, key) {
    const box = make('input', { type: 'checkbox' });
    box.checked = this.look[name];
    box.addEventListener('change', () => this.change({ [name]: box.checked }));
    return make('label', {}, box, ' ', say(key));
  }

  /** @param {Partial<import('../look-store.js').Look>} change */
  change(change) {
    this.look = { ...this.look, ...change };
    saveLook(this.look);
    this.apply();
  }

  apply() {
    const { scene, basemap, look } = this;
    scene.coloring = look.coloring;
    scene.hasAirports = look.hasAirports;
    // Tiles of another source have names of their own.
    scene.hasNames = basemap.shown === '';
    scene.layer.redrawSoon();
    if (basemap.ground.isNight !== look.isNight) basemap.ground.set({ isNight: look.isNight });
    this.showLegend();
  }

  showLegend() {
    const { isDark } = this.scene.palette;
    const { coloring } = this.look;
    const entries = legendOf(coloring, this.scene.aircraft, isDark).map(({ color, key, text }) => {
      const said = coloring === 'altitude' ? altitudeText(Number(text)) : text;
      return { color, text: key === null ? said : say(key) };
    });
    entries.push({ color: silentColor(isDark), text: say('look.silent') });
    if (this.look.hasAirports) {
      const [departures, arrivals] = trafficColors(isDark);
      entries.push(
        { color: departures, text: say('look.departures') },
        { color: arrivals, text: say('look.arrivals') },
      );
    }
    this.legend.replaceChildren(
      ...entries.map(({ color, text }) => {
        const chip = make('i', { 'aria-hidden': 'true' });
        chip.style.background = color;
        return make('li', {}, chip, ' ', text);
      }),
    );
  }
}

/** @param {'look.title'} key */
function caption(key) {
  return make('span', { class: 'visually-hidden' }, say(key));
}
