import { northing } from './outlines.ts';

/** Code by ISO 3166-1 (empty where there is none), English name, latitude, longitude, zoom from which it is shown. */
export type CountryPlace = readonly [code: string, name: string, lat: number, lon: number, zoom: number];
/** Names: international, German and French, empty where they are the same; zoom from which it is shown. */
export type CityPlace = readonly [
  name: string,
  de: string,
  fr: string,
  lat: number,
  lon: number,
  zoom: number,
  isCapital: 0 | 1,
];

/** Codes that Natural Earth leaves out for reasons of its own. */
const missingCodes: Readonly<Record<string, string>> = { France: 'FR', Norway: 'NO', Kosovo: 'XK' };

type Properties = Readonly<Record<string, unknown>>;

/** Natural Earth spells its columns in upper or lower case, by file and version. */
function column(properties: Properties, name: string): unknown {
  return properties[name.toUpperCase()] ?? properties[name.toLowerCase()] ?? null;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const round = (value: number) => Math.round(value * 100) / 100;

export function countriesOf(features: readonly GeoJSON.Feature[]): readonly CountryPlace[] {
  const places = features.flatMap(({ properties, geometry }): readonly CountryPlace[] => {
    const each = properties ?? {};
    const code = text(column(each, 'iso_a2_eh')) || text(column(each, 'iso_a2'));
    const [lat, lon] = labelOf(each, geometry);
    const zoom = Number(column(each, 'min_label') ?? 5);
    const name = text(column(each, 'name'));
    const known = /^[A-Z]{2}$/.test(code) ? code : (missingCodes[name] ?? '');
    return [[known, name, round(lat), round(lon), zoom]];
  });
  return places.toSorted((a, b) => a[4] - b[4]);
}

/** Where the file says, else the centre of the largest part. */
function labelOf(properties: Properties, geometry: GeoJSON.Geometry): readonly [lat: number, lon: number] {
  const [x, y] = [column(properties, 'label_x'), column(properties, 'label_y')];
  if (typeof x === 'number' && typeof y === 'number') return [y, x];
  const rings =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  const centres = rings.map(([outer = []]) => centreOf(outer));
  const largest = centres.toSorted((a, b) => b.area - a.area)[0];
  return largest === undefined ? [0, 0] : [largest.lat, largest.lon];
}

function centreOf(ring: readonly GeoJSON.Position[]) {
  let [area, lon, y] = [0, 0, 0];
  ring.slice(1).forEach(([lon1 = 0, lat1 = 0], index) => {
    const [lon0 = 0, lat0 = 0] = ring[index] ?? [];
    const [y0, y1] = [northing(lat0) * 360, northing(lat1) * 360];
    const cross = lon0 * y1 - lon1 * y0;
    area += cross;
    lon += (lon0 + lon1) * cross;
    y += (y0 + y1) * cross;
  });
  const middle = y / (3 * area) / 360;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - 2 * middle))) * 180) / Math.PI;
  return { area: Math.abs(area), lat, lon: lon / (3 * area) };
}

/** The largest first, as they are placed in this order. */
export function citiesOf(features: readonly GeoJSON.Feature[]): readonly CityPlace[] {
  const cities = features.flatMap(({ properties, geometry }) => {
    if (geometry?.type !== 'Point') return [];
    const each = properties ?? {};
    const name = text(column(each, 'name'));
    const [lon = 0, lat = 0] = geometry.coordinates;
    const other = (language: string) => {
      const translated = text(column(each, `name_${language}`));
      // Some translations name the region instead, such as the prefecture of Tokyo.
      return translated === name || translated.length > name.length + 6 ? '' : translated;
    };
    const isCapital = Number(column(each, 'adm0cap')) === 1 ? 1 : 0;
    const zoom = Number(column(each, 'min_zoom') ?? 7);
    const place: CityPlace = [name, other('de'), other('fr'), round(lat), round(lon), zoom, isCapital];
    return [{ place, people: Number(column(each, 'pop_max') ?? 0) }];
  });
  return cities.toSorted((a, b) => a.place[5] - b.place[5] || b.people - a.people).map(({ place }) => place);
}
