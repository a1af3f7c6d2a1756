import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { linesOf, type Outlines, polygonsOf } from './basemap/outlines.ts';
import { citiesOf, countriesOf } from './basemap/places.ts';

/**
 * `node build/basemap.ts FOLDER`: makes the embedded basemap from Natural Earth's GeoJSON files (public domain), for example of
 * https://github.com/nvkelso/natural-earth-vector, and prints how large it became. The folder is searched for the files.
 */
const target = join(import.meta.dirname, '../src/web/browser/ground');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node build/basemap.ts FOLDER');
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });

/** @returns the features of a file such as `ne_50m_land.geojson` */
function read(name: string): readonly GeoJSON.Feature[] {
  const found = paths.find((path) => new RegExp(`(^|/)ne_${name}\\.(geo)?json$`).test(path));
  if (found === undefined) throw new Error(`${folder} has no ne_${name}.geojson`);
  return (JSON.parse(readFileSync(join(folder ?? '', found), 'utf8')) as GeoJSON.FeatureCollection).features;
}

/** @param size - the side of the Mercator square, in steps */
function outlines(scale: string, size: number): Outlines {
  return {
    size,
    land: polygonsOf(read(`${scale}_land`), size),
    lakes: polygonsOf(read(`${scale}_lakes`), size),
    borders: linesOf(read(`${scale}_admin_0_boundary_lines_land`), size),
  };
}

const files = {
  'world-coarse.json': outlines('110m', 16_384),
  'world-fine.json': outlines('50m', 65_536),
  'places.json': {
    countries: countriesOf(read('50m_admin_0_countries')),
    cities: citiesOf(read('50m_populated_places')),
  },
};
for (const [name, content] of Object.entries(files)) {
  const text = `${JSON.stringify(content)}\n`;
  writeFileSync(join(target, name), text);
  console.log(`${name}: ${text.length} bytes, ${brotliCompressSync(text).length} compressed`);
}
