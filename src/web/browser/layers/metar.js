/** @typedef {'vfr' | 'mvfr' | 'ifr' | 'lifr'} Category by which rules one could fly: https://aviationweather.gov/help/taf/#flightcat */
/** @typedef {{ category: Category | null, windDeg: number | null, windKt: number | null }} Report the direction is null where it varies */

/** From the best one on: ceiling in feet and visibility in statute miles, below which the next one begins. @type {readonly (readonly [Category, number, number])[]} */
const limits = [
  ['lifr', 500, 1],
  ['ifr', 1_000, 3],
  ['mvfr', 3_000.01, 5.01],
];
const metresPerMile = 1_609.344;
const knotsPer = { KT: 1, MPS: 1.943_844, KMH: 0.539_957 };

/** Reads what the map shows of a report; the forecast and the remarks behind it do not count. @param {string} metar @returns {Report} */
export function readMetar(metar) {
  const [body = ''] = metar.split(/ (?:RMK|TEMPO|BECMG|NOSIG|Q\d{4}=?$)/);
  const groups = body.split(' ');
  return { category: categoryOf(groups), ...windOf(groups) };
}

/** @param {readonly string[]} groups @returns {Category | null} */
function categoryOf(groups) {
  if (groups.includes('CAVOK')) return 'vfr';
  const miles = visibilityOf(groups);
  const ceiling = ceilingOf(groups);
  if (miles === null && ceiling === null) return null;
  const found = limits.find(([, feet, minMiles]) => (ceiling ?? Infinity) < feet || (miles ?? Infinity) < minMiles);
  return found?.[0] ?? 'vfr';
}

/** Returns the visibility in statute miles. @param {readonly string[]} groups @returns {number | null} */
function visibilityOf(groups) {
  for (const [index, group] of groups.entries()) {
    const [, metres] = /^(\d{4})(?:NDV)?$/.exec(group) ?? [];
    // The group of date and time has a Z, that of the wind a unit.
    if (metres !== undefined) return metres === '9999' ? 10 : Number(metres) / metresPerMile;
    const [, less, whole, above, below] = /^([MP]?)(?:(\d+)|(\d+)\/(\d+))SM$/.exec(group) ?? [];
    if (less === undefined) continue;
    const before = /^\d$/.test(groups[index - 1] ?? '') ? Number(groups[index - 1]) : 0;
    const miles = whole === undefined ? before + Number(above) / Number(below) : Number(whole);
    return less === 'M' ? miles - 0.01 : miles;
  }
  return null;
}

/** Returns the height of the lowest layer that covers more than half of the sky, in feet; clear skies have none. @param {readonly string[]} groups @returns {number | null} */
function ceilingOf(groups) {
  const heights = groups.flatMap((group) => {
    const [, height] = /^(?:BKN|OVC|VV)(\d{3})/.exec(group) ?? [];
    return height === undefined ? [] : [Number(height) * 100];
  });
  if (heights.length > 0) return Math.min(...heights);
  return groups.some((group) => /^(?:FEW|SCT|SKC|CLR|NSC|NCD)/.test(group)) ? Infinity : null;
}

/** @param {readonly string[]} groups */
function windOf(groups) {
  for (const group of groups) {
    const [, direction, speed, unit] = /^(\d{3}|VRB)P?(\d{2,3})(?:GP?\d{2,3})?(KT|MPS|KMH)$/.exec(group) ?? [];
    if (unit !== 'KT' && unit !== 'MPS' && unit !== 'KMH') continue;
    return { windDeg: direction === 'VRB' ? null : Number(direction), windKt: Number(speed) * knotsPer[unit] };
  }
  return { windDeg: null, windKt: null };
}
