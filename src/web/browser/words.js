/** Formats figures for display. */

const thousands = new Intl.NumberFormat('en');

/** @param {number | null} feet */
export function altitudeText(feet) {
  if (feet === null) return '–';
  if (feet >= 18_000) return `FL${String(Math.round(feet / 100)).padStart(3, '0')}`;
  return `${thousands.format(Math.round(feet / 10) * 10)} ft`;
}

/** @param {number | null} knots */
export function speedText(knots) {
  return knots === null ? '–' : `${Math.round(knots)} kt`;
}

/** @param {number | null} fpm */
export function verticalText(fpm) {
  if (fpm === null) return '–';
  const rounded = Math.round(fpm / 10) * 10;
  if (Math.abs(rounded) < 60) return 'level';
  return `${rounded > 0 ? '▲' : '▼'} ${thousands.format(Math.abs(rounded))} ft/min`;
}

/** @param {number} seconds */
export function agoText(seconds) {
  if (seconds < 5) return 'just now';
  if (seconds < 90) return `${Math.round(seconds)} s ago`;
  return `${Math.round(seconds / 60)} min ago`;
}

/** @param {number | null} nm */
export function distanceText(nm) {
  return nm === null ? '–' : `${thousands.format(Math.round(nm))} nm`;
}

/** `taxi-in` as `Taxi in`. @param {string} phase */
export function phaseText(phase) {
  const text = phase.replaceAll('-', ' ');
  return text === '' ? '–' : text[0]?.toUpperCase() + text.slice(1);
}

/** @param {number} at milliseconds since the epoch */
export function clockText(at) {
  return `${new Date(at).toISOString().slice(11, 19)}Z`;
}
