import { colors } from './colors.ts';
import { type Box, pathOf } from './map-frame.ts';
import type { TrackPoint } from './read-track.ts';
import { drawText, type Fonts } from './text.ts';

const inset = { left: 24, right: 24, top: 34, bottom: 30 };

/** Returns the profile of altitude over time; nothing without two altitudes at two times. */
export function drawProfile(fonts: Fonts, track: readonly TrackPoint[], box: Box): string {
  const points = track.flatMap(({ at, altitudeFt }) => (altitudeFt === null ? [] : [{ at, altitudeFt }]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || last.at <= first.at) return '';
  const highest = points.reduce((high, { altitudeFt }) => Math.max(high, altitudeFt), 0);
  const [left, right] = [box.x + inset.left, box.x + box.width - inset.right];
  const [top, ground] = [box.y + inset.top, box.y + box.height - inset.bottom];
  const line = pathOf(
    points.map(({ at, altitudeFt }): readonly [number, number] => [
      left + ((at - first.at) / (last.at - first.at)) * (right - left),
      ground - (Math.max(0, altitudeFt) / Math.max(1_000, highest)) * (ground - top),
    ]),
  );
  const small = { size: 17, color: colors.muted, maxWidth: 200 };
  const edge = box.y + box.height - 9;
  return [
    `<path d="${line}L${right} ${ground}L${left} ${ground}Z" fill="${colors.track}" fill-opacity="0.16"/>`,
    `<path d="${line}" fill="none" stroke="${colors.track}" stroke-width="3" stroke-linejoin="round"/>`,
    `<path d="M${left} ${ground}H${right}" stroke="${colors.line}" stroke-width="1.5"/>`,
    drawText(fonts, `Highest ${Math.round(highest).toLocaleString('en')} ft`, { x: left, y: box.y + 24, ...small }),
    drawText(fonts, clockText(first.at), { x: left, y: edge, ...small }),
    drawText(fonts, clockText(last.at), { x: right, y: edge, ...small, isRight: true }),
  ].join('');
}

function clockText(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)}Z`;
}
