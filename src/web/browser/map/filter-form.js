import { convert } from '../units.js';
import { figures, say } from '../visitor/visitor.js';
import { element, make, setText } from './dom.js';
import { choices, countFilters, offersOf } from './filters.js';
import { orders } from './order.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('./filters.js').Filters} Filters */
/** @typedef {import('./order.js').Order} Order */

/** Search, filters and order of the list. */
export class FilterForm {
  /** @param {Filters} filters @param {Order} order @param {(filters: Filters, order: Order) => void} onChange */
  constructor(filters, order, onChange) {
    this.form = /** @type {HTMLFormElement} */ (element('find'));
    this.form.hidden = false;
    this.search = this.field('filter');
    this.above = this.field('above');
    this.below = this.field('below');
    this.by = /** @type {HTMLSelectElement} */ (element('sort'));
    this.direction = element('direction');
    /** The values in each choice, to change them only when they differ. @type {Map<string, string>} */
    this.offers = new Map();
    this.fill(filters);
    this.setOrder(order);
    const changed = () => onChange(this.filters(), this.order());
    this.form.addEventListener('input', changed);
    this.form.addEventListener('submit', (event) => event.preventDefault());
    this.direction.addEventListener('click', () => {
      this.setOrder({ ...this.order(), isDescending: !this.order().isDescending });
      changed();
    });
    element('clear').addEventListener('click', () => {
      this.fill(none);
      changed();
      this.search.focus();
    });
  }

  /** @param {string} name @returns {HTMLInputElement} */
  field(name) {
    return /** @type {HTMLInputElement} */ (element(name));
  }

  /** @param {string} name @returns {HTMLSelectElement} */
  select(name) {
    return /** @type {HTMLSelectElement} */ (element(`by-${name}`));
  }

  /** @param {Filters} filters */
  fill(filters) {
    this.search.value = filters.text;
    const unit = figures.units.altitude;
    const written = (/** @type {number | null} */ feet) =>
      feet === null ? '' : String(Math.round(convert(feet, unit)));
    this.above.value = written(filters.aboveFt);
    this.below.value = written(filters.belowFt);
    this.fillChoices(filters);
  }

  /** @returns {Filters} */
  filters() {
    const feet = (/** @type {string} */ text) => {
      const value = Number.parseFloat(text);
      return Number.isFinite(value) ? Math.round(value / convert(1, figures.units.altitude)) : null;
    };
    const chosen = choices.map((name) => [name, this.select(name).value]);
    const range = { aboveFt: feet(this.above.value), belowFt: feet(this.below.value) };
    return /** @type {Filters} */ ({ text: this.search.value.trim(), ...Object.fromEntries(chosen), ...range });
  }

  /** @returns {Order} */
  order() {
    const by = orders.find((each) => each === this.by.value) ?? 'flight';
    return { by, isDescending: this.direction.getAttribute('aria-pressed') === 'true' };
  }

  /** @param {Order} order */
  setOrder({ by, isDescending }) {
    this.by.value = by;
    this.direction.setAttribute('aria-pressed', String(isDescending));
  }

  /** Offers the values that the flights on the map have. @param {readonly Aircraft[]} all */
  offer(all) {
    const filters = this.filters();
    for (const name of choices) {
      const values = offersOf(all, name);
      const text = values.join('\n');
      // An open list of choices stays as it is.
      if (this.offers.get(name) === text || document.activeElement === this.select(name)) continue;
      this.offers.set(name, text);
      const any = make('option', { value: '' }, say('filter.any'));
      this.select(name).replaceChildren(any, ...values.map((value) => make('option', { value }, labelOf(name, value))));
    }
    this.fillChoices(filters);
    const count = countFilters(filters);
    setText(element('filter-count'), count === 0 ? '' : say('filter.count', { count }));
  }

  /** Leaves the texts alone, which somebody may be typing. @param {Filters} filters */
  fillChoices(filters) {
    for (const name of choices) {
      const select = this.select(name);
      // A value that no flight has now is still the visitor's choice.
      if (filters[name] !== '' && ![...select.options].some(({ value }) => value === filters[name]))
        select.append(make('option', { value: filters[name] }, labelOf(name, filters[name])));
      select.value = filters[name];
    }
  }
}

/** @type {Filters} */
const none = {
  text: '',
  airline: '',
  type: '',
  phase: '',
  network: '',
  airport: '',
  aboveFt: null,
  belowFt: null,
};

/** @param {string} name @param {string} value */
function labelOf(name, value) {
  if (name === 'phase') return figures.phase(value);
  return name === 'network' ? say(/** @type {import('../wording.js').TextKey} */ (`network.${value}`)) : value;
}
