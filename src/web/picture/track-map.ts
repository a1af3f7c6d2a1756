import type { Place } from '../../lib/geo.ts';
import { greatCircle, nearLon } from '../../lib/great-circle.ts';
import { colors } from './colors.ts';
import type { FlightPicture, PictureEnd } from './flight-picture.ts';
import { type Box, frameAround, linePath, type MapFrame, pixelOf } from './map-frame.ts';
import { groundOf } from './outlines.ts';
import { drawText, type Fonts } from './text.ts';

type Shown = Pick<FlightPicture, 'track' | 'departure' | 'arrival' | 'isUnderWay'>;

/** Returns the map with the track flown, the way to go, and both airports. */
export function drawMap(fonts: Fonts, { track, departure, arrival, isUnderWay }: Shown, box: Box): string {
  const flown = unwrap(track);
  const from = flown[0] ?? departure.place;
  const ends = { departure: near(departure.place, from), arrival: near(arrival.place, flown.at(-1) ?? from) };
  const here = flown.at(-1) ?? ends.departure;
  const planned = isUnderWay || flown.length === 0;
  const toGo = planned && here !== null && ends.arrival !== null ? greatCircle(here, ends.arrival, 64) : [];
  const airports = [ends.departure, ends.arrival].filter((place) => place !== null);
  const frame = frameAround([...flown, ...toGo, ...airports], box);
  return [
    `<clipPath id="map"><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"/></clipPath>`,
    `<g clip-path="url(#map)"><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${colors.sea}"/>`,
    drawGround(frame),
    strokeOf(linePath(frame, toGo), colors.route, 2.5, ' stroke-dasharray="7 7"'),
    strokeOf(linePath(frame, flown), colors.paper, 8, ' stroke-opacity="0.85"'),
    strokeOf(linePath(frame, flown), colors.track, 4, ''),
    drawAirports(fonts, frame, { departure, arrival }, ends),
    isUnderWay ? drawAircraft(frame, flown.at(-1) ?? null, track.at(-1)?.headingDeg ?? null) : '',
    '</g>',
  ].join('');
}

function drawGround(frame: MapFrame): string {
  const { land, lakes, coasts, borders } = groundOf(frame);
  return [
    `<path d="${land}" fill="${colors.land}" fill-rule="evenodd"/>`,
    `<path d="${lakes}" fill="${colors.sea}" fill-rule="evenodd"/>`,
    strokeOf(borders, colors.border, 1.2, ''),
    strokeOf(coasts, colors.coast, 1, ''),
  ].join('');
}

function strokeOf(path: string, color: string, width: number, more: string): string {
  if (path === '') return '';
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"${more}/>`;
}

/** Longitudes continue beyond ±180. */
function unwrap(track: readonly Place[]): readonly Place[] {
  let before = track[0]?.lon ?? 0;
  return track.map(({ lat, lon }) => {
    before = nearLon(lon, before);
    return { lat, lon: before };
  });
}

function near(place: Place | null, other: Place | null): Place | null {
  return place === null || other === null ? place : { ...place, lon: nearLon(place.lon, other.lon) };
}

interface Ends<T> {
  readonly departure: T;
  readonly arrival: T;
}

/** A dot and a code for each airport; one for both where they are the same. */
function drawAirports(fonts: Fonts, frame: MapFrame, names: Ends<PictureEnd>, places: Ends<Place | null>): string {
  const isRound = names.departure.icao === names.arrival.icao;
  const [from, to] = [places.departure, isRound && places.departure !== null ? null : places.arrival];
  const isUpper = (from?.lat ?? 0) > (to?.lat ?? 0);
  return (
    drawAirport(fonts, frame, names.departure, from, isUpper) + drawAirport(fonts, frame, names.arrival, to, !isUpper)
  );
}

function drawAirport(fonts: Fonts, frame: MapFrame, end: PictureEnd, place: Place | null, isAbove: boolean): string {
  if (place === null) return '';
  const [x, y] = pixelOf(frame, place);
  const dot = `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="7" fill="${colors.paper}" stroke="${colors.ink}" stroke-width="3"/>`;
  const { box } = frame;
  const isRight = x > box.x + box.width - 110;
  const at = { x: Math.round(x) + (isRight ? -12 : 12), y: Math.round(y) + (isAbove ? -12 : 28) };
  return (
    dot +
    drawText(fonts, end.icao, {
      ...at,
      size: 24,
      color: colors.ink,
      maxWidth: 160,
      isBold: true,
      isRight,
      hasHalo: true,
    })
  );
}

/** An aircraft seen from above, its nose to the north. */
const silhouette =
  'M0 -17C2 -17 3 -13 3 -10L3 -4L17 5L17 9L3 5L3 12L7 15L7 18L0 16L-7 18L-7 15L-3 12L-3 5L-17 9L-17 5L-3 -4L-3 -10C-3 -13 -2 -17 0 -17Z';

function drawAircraft(frame: MapFrame, place: Place | null, headingDeg: number | null): string {
  if (place === null) return '';
  const [x, y] = pixelOf(frame, place);
  const turn = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${Math.round(headingDeg ?? 0)})`;
  return `<path d="${silhouette}" transform="${turn}" fill="${colors.ink}" stroke="${colors.paper}" stroke-width="2.5" paint-order="stroke"/>`;
}
