/** @typedef {import('./aircraft-classes.js').AircraftClass} AircraftClass */

/** The right half of each outline from nose to tail, as `x,y` in pixels; the left half mirrors it. */
const halves = {
  narrow: '0,-11.4 0.9,-10.6 1.5,-9 1.6,-3.4 11,2.8 11,4.8 1.6,2 1.3,7 4.3,9.3 4.3,10.9 0,9.8',
  wide: '0,-12.4 1.1,-11.5 1.9,-9.6 2,-4.2 4.3,-2.7 4.3,-4.8 6.1,-4.8 6.1,-1.5 12.6,3.2 12.6,5.4 2,2.2 1.5,7.6 5,10 5,11.8 0,10.6',
  heavy:
    '0,-14 1.2,-13 2.1,-10.8 2.2,-4.8 4.4,-3.2 4.4,-5.2 6,-5.2 6,-2 8.8,0 8.8,-1.8 10.3,-1.8 10.3,1.1 14,3.8 14,6 2.2,2.6 1.7,8.8 5.8,11.4 5.8,13.4 0,12',
  regional:
    '0,-10.4 0.8,-9.6 1.2,-8.2 1.2,-1.8 8.8,3 8.8,4.6 1.2,2.6 1.2,3.6 3,3.6 3,6.8 1.2,6.8 1,8 4.4,9.2 4.4,10.6 0,10',
  turboprop:
    '0,-10.4 0.9,-9.6 1.5,-7.8 1.5,-3 3.1,-2.8 3.1,-4.6 2,-5 2,-5.6 6,-5.6 6,-5 4.9,-4.6 4.9,-2.6 11.6,-1.8 11.6,0 1.5,1.2 1.1,7.2 4.6,8.4 4.6,9.9 0,9.4',
  light: '0,-7.8 3,-7.8 3,-7 1,-6.6 1.4,-5.4 1.4,-3.6 9.6,-3.2 9.6,-0.4 1.3,0.2 0.7,5.6 3.6,6.2 3.6,8 0,7.6',
  glider: '0,-6.4 0.8,-5.4 1,-3 1,-2.4 13.6,-1.4 13.6,-0.4 0.8,0.4 0.5,6 3,6.6 3,7.8 0,7.4',
  fuselage: '0,-6.2 1.6,-5.2 2.3,-2.6 2.1,0.6 0.8,2.8 0.6,8 2.2,8.2 2.2,9.4 0,9.8',
};

/** @param {string} half */
function outline(half) {
  const right = half.split(' ').map((point) => point.split(',').map(Number));
  const left = right.map(([x = 0, y = 0]) => [-x, y]).reverse();
  const path = new Path2D();
  for (const [x = 0, y = 0] of [...right, ...left]) path.lineTo(x, y);
  path.closePath();
  return path;
}

/** A helicopter has the blades of its rotor over its body. */
function helicopter() {
  const path = outline(halves.fuselage);
  for (const turn of [45, 135, 225, 315]) {
    const [x, y] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    path.moveTo(-y * 0.6, x * 0.6 - 1);
    path.lineTo(x * 9.4 - y * 0.6, y * 9.4 + x * 0.6 - 1);
    path.lineTo(x * 9.4 + y * 0.6, y * 9.4 - x * 0.6 - 1);
    path.lineTo(y * 0.6, -x * 0.6 - 1);
    path.closePath();
  }
  return path;
}

/** Outlines from above, nose up, around the middle. @type {Readonly<Record<AircraftClass, Path2D>>} */
export const shapes = {
  light: outline(halves.light),
  turboprop: outline(halves.turboprop),
  regional: outline(halves.regional),
  narrow: outline(halves.narrow),
  wide: outline(halves.wide),
  heavy: outline(halves.heavy),
  helicopter: helicopter(),
  glider: outline(halves.glider),
};

/** Half the width of the largest outline with its halo, in pixels. */
export const reachPx = 17;
