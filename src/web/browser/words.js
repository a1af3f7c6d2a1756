import { figures } from './visitor/visitor.js';

/** Formats figures for display, in the visitor's language and units. */

/** @param {number | null} feet */
export function altitudeText(feet) {
  return figures.altitude(feet);
}

/** @param {number | null} knots */
export function speedText(knots) {
  return figures.speed(knots);
}

/** @param {number | null} fpm */
export function verticalText(fpm) {
  return figures.vertical(fpm);
}

/** @param {number} seconds */
export function agoText(seconds) {
  return figures.ago(seconds);
}

/** @param {number | null} nm */
export function distanceText(nm) {
  return figures.distance(nm);
}

/** @param {string} phase */
export function phaseText(phase) {
  return figures.phase(phase);
}

/** @param {number} at milliseconds since the epoch */
export function clockText(at) {
  return figures.exactClock(at);
}
