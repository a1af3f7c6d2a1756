/** Draws a small diamond where each event was reported. @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view @param {readonly { lat: number, lon: number }[]} places @param {import('../colors.js').Palette} palette */
export function drawEvents(context, view, places, palette) {
  context.lineWidth = 1.5;
  context.fillStyle = palette.halo;
  context.strokeStyle = palette.ink;
  for (const { lat, lon } of places) {
    for (const copy of view.copies) {
      const [x, y] = [view.x(lon + copy), view.y(lat)];
      if (!view.holds(x, y, 8)) continue;
      context.beginPath();
      for (const [dx, dy] of diamond) context.lineTo(x + dx, y + dy);
      context.closePath();
      context.fill();
      context.stroke();
    }
  }
}

const diamond = /** @type {const} */ ([
  [0, -4],
  [4, 0],
  [0, 4],
  [-4, 0],
]);
