/** @typedef {{ readonly altitude: 'ft' | 'm', readonly speed: 'kt' | 'kmh', readonly distance: 'nm' | 'km', readonly weight: 'lb' | 'kg' }} Units */

/** The units that a visitor can choose; the first of each is the default. */
export const unitChoices = /** @type {const} */ ({
  altitude: ['ft', 'm'],
  speed: ['kt', 'kmh'],
  distance: ['nm', 'km'],
  weight: ['lb', 'kg'],
});

/** How units are written where their name is not their symbol. @type {Readonly<Record<string, string>>} */
export const symbols = { kmh: 'km/h' };

/** Reads `ft-kt-nm-lb`; a unit that is missing or unknown is the default. @param {string} text @returns {Units} */
export function readUnits(text) {
  const named = text.split('-');
  /** @template {string} T @param {readonly [T, T]} choice @returns {T} */
  const choose = ([usual, other]) => (named.includes(other) ? other : usual);
  const { altitude, speed, distance, weight } = unitChoices;
  return { altitude: choose(altitude), speed: choose(speed), distance: choose(distance), weight: choose(weight) };
}

/** `ft-kt-nm-lb`. @param {Units} units */
export function writeUnits({ altitude, speed, distance, weight }) {
  return [altitude, speed, distance, weight].join('-');
}

const factors = { m: 0.3048, kmh: 1.852, km: 1.852, kg: 0.45359237, ft: 1, kt: 1, nm: 1, lb: 1 };

/** Converts feet, knots, nautical miles or pounds to this unit. @param {number} value @param {keyof typeof factors} unit */
export function convert(value, unit) {
  return value * factors[unit];
}
