import { brandColors } from '../brand-colors.ts';
import { colors } from './colors.ts';
import type { FlightPicture, PictureEnd, PictureLogo } from './flight-picture.ts';
import { drawProfile } from './profile.ts';
import { drawText, escapeXml, type Fonts } from './text.ts';
import { drawMap } from './track-map.ts';

/** Size of a picture in pixels, as sites that show links expect it. */
export const pictureSize = { width: 1200, height: 630 } as const;

const panel = 400;
const profileHeight = 160;
const left = 40;
const bandHeight = 84;
/** The logo has a white background, as on a page. */
const plate = { height: 56, padding: 8, maxWidth: 150, gap: 16 } as const;
const textWidth = panel - left - 28;

/** Returns the picture of a flight as SVG: who, where and when on the left, track and profile on the right. */
export function drawFlight(fonts: Fonts, picture: FlightPicture): string {
  const { width, height } = pictureSize;
  const right = { x: panel, width: width - panel };
  const below = { ...right, y: height - profileHeight, height: profileHeight };
  const profile = drawProfile(fonts, picture.track, below);
  const map = { ...right, y: 0, height: profile === '' ? height : below.y };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter">`,
    `<rect width="${width}" height="${height}" fill="${colors.paper}"/>`,
    drawMap(fonts, picture, map),
    `<path d="M${panel} 0V${height}M${panel} ${map.height}H${width}" stroke="${colors.line}" stroke-width="2"/>`,
    profile,
    drawPanel(fonts, picture),
    '</svg>',
  ].join('');
}

function drawPanel(fonts: Fonts, picture: FlightPicture): string {
  const muted = { x: left, color: colors.muted, maxWidth: textWidth };
  const { fill, ink, light } = brandColors(picture.color ?? colors.track);
  return [
    `<rect width="${panel}" height="${bandHeight}" fill="${fill}"/>`,
    // A white or yellow band is nothing on white without its edge.
    `<path d="M0 ${bandHeight}H${panel}" stroke="${light.line}" stroke-width="4"/>`,
    drawAirline(fonts, picture, ink),
    drawText(fonts, picture.callsign, { ...muted, y: 156, size: 54, color: colors.ink, isBold: true }),
    drawText(fonts, picture.aircraft, { ...muted, y: 194, size: 24 }),
    drawEnd(fonts, picture.departure, 256),
    drawEnd(fonts, picture.arrival, 338),
    `<path d="M${left} 394H${panel - 28}" stroke="${colors.line}" stroke-width="2"/>`,
    ...picture.figures.slice(0, 4).map(({ name, text, mark }, index) => {
      const y = 430 + index * 40;
      return [
        drawText(fonts, name, { ...muted, y, size: 20, maxWidth: 112 }),
        drawText(fonts, mark === null ? text : `${text} ${mark}`, {
          x: panel - 28,
          y,
          size: 20,
          color: colors.ink,
          maxWidth: textWidth - 118,
          isRight: true,
        }),
      ].join('');
    }),
    drawText(fonts, `${picture.day} · ${picture.state}`, { ...muted, y: 598, size: 17 }),
  ].join('');
}

/** The logo, where there is one, and the name beside it. */
function drawAirline(fonts: Fonts, { airline, logo = null }: FlightPicture, ink: string): string {
  const width = logo === null ? 0 : plateWidth(logo) + plate.gap;
  const place = { x: left + width, y: 53, maxWidth: textWidth - width };
  const name = drawText(fonts, airline, { ...place, size: logo === null ? 28 : 24, color: ink, isBold: true });
  if (logo === null) return name;
  const y = (bandHeight - plate.height) / 2;
  const inner = { width: plateWidth(logo) - 2 * plate.padding, height: plate.height - 2 * plate.padding };
  return [
    `<rect x="${left}" y="${y}" width="${plateWidth(logo)}" height="${plate.height}" rx="8" fill="${colors.paper}"/>`,
    `<image x="${left + plate.padding}" y="${y + plate.padding}" width="${inner.width}" height="${inner.height}" href="${escapeXml(logo.address)}"/>`,
    name,
  ].join('');
}

function plateWidth({ ratio }: PictureLogo): number {
  const { height, padding, maxWidth } = plate;
  return Math.round(Math.min(maxWidth, ratio * (height - 2 * padding) + 2 * padding));
}

function drawEnd(fonts: Fonts, { icao, name, time }: PictureEnd, y: number): string {
  const ink = { y, color: colors.ink };
  return [
    drawText(fonts, icao, { ...ink, x: left, size: 38, maxWidth: 190, isBold: true }),
    drawText(fonts, time ?? '', { ...ink, x: panel - 28, size: 28, maxWidth: 130, isRight: true }),
    drawText(fonts, name ?? '', { x: left, y: y + 32, size: 20, color: colors.muted, maxWidth: textWidth }),
  ].join('');
}
