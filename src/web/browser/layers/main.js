import { readLayers, saveLayers } from '../look-store.js';
import { inAddress, keepInAddress } from '../map/address.js';
import { make, setText } from '../map/dom.js';
import { ControllerLayer } from './controllers.js';
import { Source } from './source.js';
import { TrafficLayer } from './traffic.js';
import { WeatherLayer } from './weather.js';
import { categoryColor } from './weather-marks.js';

/** @typedef {'weather' | 'controllers' | 'traffic'} LayerName */
/** @typedef {import('../map/scene.js').Scene} Scene */
/** @typedef {{ scene: Scene, sheet: HTMLElement, offered: readonly string[], root: string, say: typeof import('../visitor/visitor.js').say }} Needs `sheet` is the menu of the map; the page's own `say`, since this file is loaded later than the page's */

const names = /** @type {readonly LayerName[]} */ (['weather', 'controllers', 'traffic']);
const categories = /** @type {const} */ (['vfr', 'mvfr', 'ifr', 'lifr']);
/** Maximum number of controllers that are listed. */
const maxListed = 300;
/** A feed is read within a few seconds after somebody asked; later it counts as one that cannot be read. */
const patience = 3;

/** Layers below the flights of the map, for which nothing is loaded until one of them is chosen: in the menu, in the address, or at the last visit. */
export class Layers {
  /** @param {Needs} needs */
  constructor({ scene, sheet, offered, root, say }) {
    this.scene = scene;
    this.say = say;
    const asked = inAddress('layers')?.split(',') ?? readLayers();
    this.offered = names.filter((name) => offered.includes(name));
    this.on = new Set(this.offered.filter((name) => asked.includes(name)));
    this.weather = new WeatherLayer(() => scene.airports());
    this.traffic = new TrafficLayer(() => this.ownCallsigns());
    this.controllers = new ControllerLayer();
    /** How often networks were asked for in a row without an answer of all. */
    this.waits = 0;
    this.sources = {
      weather: new Source(`${root}weather.json`, (answer) => {
        this.tell('weather', this.weather.take(answer));
      }),
      networks: new Source(
        `${root}networks.json`,
        (/** @type {import('../../networks/wire.ts').AroundAnswer} */ answer) => {
          const { networks, unread = [] } = answer;
          this.waits = unread.length === 0 ? 0 : this.waits + 1;
          const unlisted = networks.filter(({ controllers }) => controllers === null).map(({ network }) => network);
          this.tell('traffic', this.traffic.take(answer, Date.now()), unread);
          this.tell('controllers', this.controllers.take(answer), [...unread, ...unlisted]);
          this.listControllers();
        },
      ),
    };
    /** What is said below each layer. @type {ReadonlyMap<LayerName, HTMLElement>} */
    this.notes = new Map(this.offered.map((name) => [name, make('p', { class: 'layer-note', role: 'status' })]));
    this.legend = this.weatherLegend();
    this.duty = make('ul', { class: 'on-duty', tabindex: '0', 'aria-label': say('layers.controllers') });
    /** @type {readonly import('../map/aircraft.js').Aircraft[]} */
    this.ownFor = [];
    /** @type {ReadonlySet<string>} */
    this.own = new Set();
    const parts = this.offered.flatMap((name) => this.part(name));
    sheet.append(make('fieldset', { class: 'layers' }, make('legend', {}, say('layers.title')), ...parts));
    scene.below.push((drawing) => this.draw(drawing));
    this.apply();
  }

  /** @param {LayerName} name @returns {(HTMLElement)[]} */
  part(name) {
    const box = make('input', { type: 'checkbox', name });
    box.checked = this.on.has(name);
    box.addEventListener('change', () => {
      if (box.checked) this.on.add(name);
      else this.on.delete(name);
      const text = this.offered.filter((each) => this.on.has(each)).join();
      keepInAddress({ layers: text });
      saveLayers([...this.on]);
      this.apply();
    });
    const label = make('label', {}, box, ' ', this.say(`layers.${name}`));
    const note = this.notes.get(name) ?? make('p', {});
    const more = name === 'weather' ? [this.legend] : name === 'controllers' ? [this.duty] : [];
    return [label, note, ...more];
  }

  /** Asks for what is on, and shows what belongs to it. */
  apply() {
    this.sources.weather.set(this.on.has('weather'));
    this.sources.networks.set(this.on.has('traffic') || this.on.has('controllers'));
    for (const [name, note] of this.notes) {
      note.hidden = !this.on.has(name);
      if (this.on.has(name) && note.textContent === '') setText(note, this.say('layers.loading'));
    }
    this.legend.hidden = !this.on.has('weather');
    this.duty.hidden = !this.on.has('controllers') || this.duty.childElementCount === 0;
    this.scene.layer.redrawSoon();
  }

  /** Says how many a layer has; what could not be read is not counted as none. @param {LayerName} name @param {number} count @param {readonly string[]} [unread] networks */
  tell(name, count, unread = []) {
    const note = this.notes.get(name);
    if (note === undefined) return;
    const isWaiting = count === 0 && this.waits > 0 && this.waits <= patience;
    const counted =
      count > 0 ? [this.say(`layers.${name}-count`, { count })] : unread.length > 0 ? [] : [this.say('layers.none')];
    const missing = unread.map((network) => this.say('layers.unread', { network: network.toUpperCase() }));
    setText(note, isWaiting ? this.say('layers.loading') : [...counted, ...missing].join(' · '));
    this.scene.layer.redrawSoon();
  }

  listControllers() {
    const sorted = [...this.controllers.controllers].sort(([one], [other]) => one.localeCompare(other));
    const rows = sorted.slice(0, maxListed).map(([callsign, frequency]) => {
      return make('li', {}, make('span', { dir: 'auto' }, callsign), ' ', make('span', {}, frequency ?? ''));
    });
    this.duty.replaceChildren(...rows);
    this.duty.hidden = !this.on.has('controllers') || rows.length === 0;
  }

  weatherLegend() {
    const { isDark } = this.scene.palette;
    const rows = categories.map((category) => {
      const chip = make('i', { 'aria-hidden': 'true' });
      chip.style.background = categoryColor(category, isDark);
      return make('li', {}, chip, ' ', this.say(`layers.${category}`));
    });
    return make('ul', { class: 'legend' }, ...rows);
  }

  /** @param {import('./source.js').Drawing} drawing */
  draw(drawing) {
    if (this.on.has('controllers')) this.controllers.draw(drawing);
    if (this.on.has('weather')) this.weather.draw(drawing);
    if (this.on.has('traffic')) this.traffic.draw(drawing);
  }

  /** Returns the callsigns that stand for flights of the map: those are not drawn twice. */
  ownCallsigns() {
    const { aircraft } = this.scene;
    if (this.ownFor === aircraft) return this.own;
    this.ownFor = aircraft;
    this.own = new Set(
      aircraft.flatMap(({ flight: { callsign, progress } }) => [callsign.replaceAll(' ', ''), progress[7]?.[1] ?? '']),
    );
    return this.own;
  }
}
