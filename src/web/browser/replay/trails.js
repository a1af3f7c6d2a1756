import { altitudeColor } from '../colors.js';
import { sunAt } from '../ground/night.js';

/** @typedef {import('../layers/source.js').Drawing} Drawing */
/** @typedef {import('./flown-aircraft.js').FlownAircraft} FlownAircraft */

/** How far back a trail goes, minutes, and in how many steps it fades. */
const [trailMin, fades] = [45, 6];
/** With more flights at once trails are shorter: a frame must stay cheap. */
const maxPoints = 9_000;
const colorStepFt = 4_000;

/** Draws the trails of these aircraft below them, fading with their age: those of one colour and strength in one stroke. @param {Drawing} drawing @param {readonly FlownAircraft[]} flying @param {number} time */
export function drawTrails({ context, view, palette }, flying, time) {
  const minutes = Math.max(5, Math.min(trailMin, maxPoints / Math.max(1, flying.length)));
  /** @type {Map<string, Path2D[]>} */
  const byColor = new Map();
  for (const aircraft of flying) {
    const feet = aircraft.place[3];
    const color = altitudeColor(feet === null ? null : Math.round(feet / colorStepFt) * colorStepFt, palette.isDark);
    const paths = byColor.get(color) ?? Array.from({ length: fades }, () => new Path2D());
    byColor.set(color, paths);
    addTrail(paths, aircraft.trail(minutes, time), view, minutes);
  }
  context.save();
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [color, paths] of byColor) {
    context.strokeStyle = color;
    paths.forEach((path, fade) => {
      context.globalAlpha = 0.75 * ((fades - fade) / fades) ** 1.5;
      context.lineWidth = 3 - (1.6 * fade) / fades;
      context.stroke(path);
    });
  }
  context.restore();
}

/** @param {readonly Path2D[]} paths the newest first @param {ReturnType<FlownAircraft['trail']>} way @param {Drawing['view']} view @param {number} minutes */
function addTrail(paths, way, view, minutes) {
  for (const copy of view.copies) {
    let before = null;
    for (const { lat, lon, age } of way) {
      const here = { x: view.x(lon + copy), y: view.y(lat) };
      const path = paths[Math.min(fades - 1, Math.floor((age / minutes) * fades))];
      if (before !== null && (view.holds(here.x, here.y, 60) || view.holds(before.x, before.y, 60))) {
        path?.moveTo(before.x, before.y);
        path?.lineTo(here.x, here.y);
      }
      before = here;
    }
  }
}

/** Draws the sun where it stands above the ground. @param {Drawing} drawing @param {number} time */
export function drawSun({ context, view }, time) {
  const { lat, lon } = sunAt(time);
  const y = view.y(lat);
  context.save();
  for (const copy of view.copies) {
    const x = view.x(lon + copy);
    if (!view.holds(x, y, 60)) continue;
    const glow = context.createRadialGradient(x, y, 4, x, y, 46);
    glow.addColorStop(0, 'hsl(44 100% 62% / 0.55)');
    glow.addColorStop(1, 'hsl(44 100% 62% / 0)');
    context.fillStyle = glow;
    context.fillRect(x - 46, y - 46, 92, 92);
    context.beginPath();
    context.arc(x, y, 8, 0, 2 * Math.PI);
    context.fillStyle = 'hsl(42 96% 58%)';
    context.fill();
  }
  context.restore();
}
