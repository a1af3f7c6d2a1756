/** @typedef {import('./crowds.js').Crowds} Crowds */
/** @typedef {import('./crowds.js').Frame} Frame */
/** @typedef {import('./layout.js').Wanted} Wanted */
/** @typedef {import('./plate.js').Said} Said */
/** @typedef {import('./plates.js').Anchor} Anchor */
/** @typedef {import('./stacks.js').Spot} Spot */
/** @typedef {Wanted & { said: Said, hung: Pick<import('./plates.js').Hung, 'at' | 'dot' | 'strength'> }} Label */

/** In which order labels get their places. */
const order = { chosen: 0, hovered: 1, busiest: 1.5, busy: 2, aircraft: 3, airport: 4, country: 5, city: 6 };
/** An aircraft is labelled where at most so many others are around it; from this zoom on room alone decides. */
const [maxNear, roomFrom] = [4, 12];
const nearPx = 64;
/** And at most one for so many square pixels of the view. */
const pxPerLabel = 18_000;
/** An airport with so many flights is named before single aircraft are. */
const busyFrom = 8;
/** Maximum number of those in view that are named first, also over single aircraft. */
const busiest = 8;
/** From this zoom on, an airport's name is written beside its code. */
const namesFrom = 6.5;
/** Labels of silent aircraft can still be read; those that step back behind a chosen flight have none. */
const [faintest, backUntil] = [0.8, 0.3];
/** Maximum number of places that are tried, the most important first. */
const maxPlaces = 240;
const whole = () => 1;

/** Returns the labels that would be shown if there were room for all. @param {Frame} frame @param {readonly Spot[]} alone @param {Crowds} crowds @returns {Label[]} */
export function wantedLabels(frame, alone, crowds) {
  const size = crowds.maker.size.bind(crowds.maker);
  return [
    ...aircraftLabels(frame, alone, crowds, size),
    ...airportLabels(frame, size),
    ...(frame.hasNames ? groundLabels(frame, crowds, size) : []),
  ];
}

/** @typedef {(said: Said) => { width: number, height: number }} Measure */

/** @param {Frame} frame @param {readonly Spot[]} alone @param {Crowds} crowds @param {Measure} size @returns {Label[]} */
function aircraftLabels(frame, alone, { words, placed, shown }, size) {
  const { view, chosen, hovered, symbolPx } = frame;
  const near = neighbours([...alone, ...shown.flatMap(({ members }) => members.slice(0, maxNear))]);
  const maxLabels = Math.ceil((view.width * view.height) / pxPerLabel);
  const lonely = alone.filter(
    (spot) =>
      spot.aircraft !== hovered &&
      (view.zoom >= roomFrom || near(spot) <= maxNear) &&
      frame.strengthOf(spot.aircraft) > backUntil &&
      view.holds(spot.x, spot.y, 20),
  );
  // Those that have a label keep it.
  const others = lonely.toSorted((a, b) => Number(placed.has(b.key)) - Number(placed.has(a.key))).slice(0, maxLabels);
  const pointed = alone.filter(({ aircraft }) => aircraft === hovered);
  /** @param {Spot} spot @param {'chosen' | 'hovered' | 'aircraft'} how @returns {Label} */
  const label = ({ key, aircraft, x, y }, how) => {
    const isWhole = how !== 'aircraft';
    /** @type {Said} */
    const said = { lines: words.lines(aircraft, view.zoom, isWhole), kind: isWhole ? 'chosen' : 'aircraft' };
    /** @type {Anchor} */
    const at = (now, ms) => placeOf(now, aircraft.at(ms), x);
    const gap = symbolPx * (how === 'chosen' ? 0.75 : 0.55) + 3;
    const strength = () => (isWhole ? 1 : Math.max(faintest, frame.strengthOf(aircraft)));
    const hung = { at, dot: null, strength };
    return { key, x, y, ...size(said), gap, order: order[how], isForced: isWhole, isGround: false, said, hung };
  };
  return [
    ...chosen.map((spot) => label(spot, 'chosen')),
    ...pointed.map((spot) => label(spot, 'hovered')),
    ...others.map((spot) => label(spot, 'aircraft')),
  ];
}

/** Returns where a place is that was last drawn at this pixel: on the same copy of the world. @param {Frame['view']} view @param {{ lat: number, lon: number }} place @param {number} lastX */
function placeOf(view, { lat, lon }, lastX) {
  const x = view.x(lon);
  return { x: x + Math.round((lastX - x) / view.scale) * view.scale, y: view.y(lat) };
}

/** Returns a function that counts the others near a spot. @param {readonly Spot[]} spots @returns {(spot: Spot) => number} */
function neighbours(spots) {
  /** @param {number} column @param {number} row */
  const keyOf = (column, row) => row * 100_000 + column;
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { x, y } of spots) {
    const key = keyOf(Math.floor(x / nearPx), Math.floor(y / nearPx));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return ({ x, y }) => {
    const [column, row] = [Math.floor(x / nearPx), Math.floor(y / nearPx)];
    let sum = -1;
    for (let index = 0; index < 9; index++)
      sum += counts.get(keyOf(column + (index % 3) - 1, row + Math.floor(index / 3) - 1)) ?? 0;
    return sum;
  };
}

/** @param {Frame} frame @param {Measure} size @returns {Label[]} */
function airportLabels({ airports, view, chosen }, size) {
  // Those of the chosen flight have its pills.
  const named = new Set(chosen.flatMap(({ aircraft: { flight } }) => [flight.departure.icao, flight.arrival.icao]));
  const others = airports.filter(({ airport }) => !named.has(airport.icao));
  return others.map(({ airport, x, y, radius }, index) => {
    const { icao, name, lat, lon } = airport;
    const line = view.zoom >= namesFrom && name !== null ? `${icao} ${name}` : icao;
    /** @type {Said} */
    const said = { lines: [line], kind: 'airport' };
    /** @type {Anchor} */
    const at = (now) => placeOf(now, { lat, lon }, x);
    const isBusy = airport.departures + airport.arrivals >= busyFrom;
    const isFirst = isBusy && index < busiest;
    return {
      key: `airport ${icao} ${Math.round(x / view.scale)}`,
      x,
      y,
      ...size(said),
      gap: radius + 3,
      order: isFirst ? order.busiest : isBusy ? order.busy : order.airport,
      // A long name would hide many.
      isLow: isFirst && view.zoom < namesFrom,
      isGround: false,
      said,
      hung: { at, dot: null, strength: whole },
    };
  });
}

/** @param {Frame} frame @param {Crowds} crowds @param {Measure} size @returns {Label[]} */
function groundLabels({ view, palette }, { places }, size) {
  return places
    .inView(view, 60)
    .slice(0, maxPlaces)
    .map(({ place, copy, x, y }) => {
      const isCountry = place.kind === 'country';
      /** @type {Said} */
      const said = { lines: [place.name], kind: isCountry ? 'country' : 'city' };
      /** @type {Anchor} */
      const at = (now) => ({ x: (place.x + copy / 360) * now.scale - now.left, y: place.y * now.scale - now.top });
      const dot = isCountry ? null : { px: place.kind === 'capital' ? 2.4 : 1.8, color: palette.ground.city };
      return {
        key: `place ${place.name} ${copy}`,
        x,
        y,
        ...size(said),
        gap: isCountry ? 0 : 2,
        order: isCountry ? order.country : order.city,
        isCentred: isCountry,
        isLow: isCountry,
        isGround: true,
        said,
        hung: { at, dot, strength: whole },
      };
    });
}
