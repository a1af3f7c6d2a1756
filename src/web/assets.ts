import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { table } from '../lib/table.ts';

const require = createRequire(import.meta.url);

/** Files of packages that the pages load, by their path below the assets. */
const vendorFiles = table<string>({
  'vendor/leaflet.js': 'leaflet/dist/leaflet.js',
  'vendor/leaflet.css': 'leaflet/dist/leaflet.css',
  'vendor/uplot.js': 'uplot/dist/uPlot.iife.min.js',
  'vendor/uplot.css': 'uplot/dist/uPlot.min.css',
});

/** Style sheets of the map in one file: a browser has six connections, and the scripts need two of them. */
const joinedStyles = table<readonly string[]>({
  'map/map.bundle.css': ['vendor/leaflet.css', 'map-look.css', 'map/map.css', 'map/look.css', 'map/find.css'],
});

const types = table<string>({
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
});

export type Encoding = 'br' | 'gzip' | 'identity';

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
};

interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
  readonly encoded: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** All static files of the pages: read once, compressed on first use, versioned by their content. */
export class Assets {
  readonly #byPath: ReadonlyMap<string, Asset>;
  /** Digest of all assets. It is part of their URLs, so that they can be cached for ever. */
  readonly version: string;

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#byPath = new Map(
      [...files].map(([path, bytes]) => [
        path,
        { bytes, type: types[extname(path)] ?? 'application/octet-stream', encoded: {} },
      ]),
    );
    const digests = [...files].map(([path, bytes]) => `${path} ${hash('sha256', bytes, 'hex')}`);
    this.version = hash('sha256', digests.sort().join('\n'), 'hex').slice(0, 12);
  }

  get paths(): readonly string[] {
    return [...this.#byPath.keys()];
  }

  /** Returns the asset in this encoding, or null when there is none at this path. */
  async read(path: string, encoding: Encoding): Promise<{ readonly bytes: Buffer; readonly type: string } | null> {
    const asset = this.#byPath.get(path);
    if (asset === undefined) return null;
    asset.encoded[encoding] ??= encoders[encoding](asset.bytes);
    return { bytes: await asset.encoded[encoding], type: asset.type };
  }
}

let own: Assets | null = null;

/** Those of the program that runs, read and compressed once, however many servers it has. */
export function ownAssets(): Assets {
  own ??= openAssets();
  return own;
}

/**
 * The pages' own scripts and styles, and those of the packages that they use.
 * @param folder - of our own; in the package, each page's script there holds all that it imports (`build/bundle-pages.ts`)
 */
export function openAssets(folder = join(import.meta.dirname, 'browser')): Assets {
  const files = new Map<string, Buffer>();
  // Node's `globSync` loads more than the files take to read.
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((each) => types[extname(each)] !== undefined).sort()) {
    files.set(path.replaceAll('\\', '/'), readFileSync(join(folder, path)));
  }
  for (const [path, file] of Object.entries(vendorFiles)) files.set(path, readFileSync(require.resolve(file)));
  for (const [path, parts] of Object.entries(joinedStyles))
    files.set(path, Buffer.concat(parts.map((part) => files.get(part) ?? Buffer.alloc(0))));
  return new Assets(files);
}

/** Returns the best encoding that this `Accept-Encoding` allows. Pictures and fonts are compressed already. */
export function chooseEncoding(accepted: string | undefined, path = ''): Encoding {
  if (['.webp', '.woff2'].includes(extname(path))) return 'identity';
  const offers = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((offer) => offer.split(';').map((part) => part.trim()))
      .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name),
  );
  if (offers.has('br')) return 'br';
  return offers.has('gzip') ? 'gzip' : 'identity';
}
