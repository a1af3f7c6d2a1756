/** Side of the squares of the world that the server sends what is on the ground for, degrees. */
const sideDeg = 4;

/** Returns the south-west corners of the squares in view, from the middle outwards. @param {{ south: number, north: number, west: number, east: number }} bounds longitudes may lie beyond ±180 @returns {string[]} as `44/8` */
export function squaresIn({ south, north, west, east }) {
  /** @type {{ name: string, away: number }[]} */
  const found = [];
  const [midLat, midLon] = [(south + north) / 2, (west + east) / 2];
  for (let lat = Math.max(-88, corner(south)); lat <= Math.min(84, north); lat += sideDeg) {
    for (let lon = corner(west); lon <= east; lon += sideDeg) {
      const around = ((((lon + 180) % 360) + 360) % 360) - 180;
      const away = Math.hypot(lat + sideDeg / 2 - midLat, lon + sideDeg / 2 - midLon);
      found.push({ name: `${lat}/${around}`, away });
    }
  }
  const names = found.toSorted((a, b) => a.away - b.away).map(({ name }) => name);
  return [...new Set(names)];
}

/** @param {number} degrees */
function corner(degrees) {
  return Math.floor(degrees / sideDeg) * sideDeg;
}

/** Squares of the world with what the server has for them, loaded once each. @template T */
export class Squares {
  /** @param {(name: string) => Promise<T | null>} load null: it failed, and is tried again later @param {() => void} onLoad */
  constructor(load, onLoad) {
    this.load = load;
    this.onLoad = onLoad;
    /** @type {Map<string, T | null>} */
    this.known = new Map();
  }

  /** Returns what is known in view, and loads what is missing, a few at a time. @param {Parameters<typeof squaresIn>[0]} bounds @param {number} max @returns {T[]} */
  in(bounds, max) {
    const names = squaresIn(bounds).slice(0, max);
    for (const name of names) if (!this.known.has(name)) void this.ask(name);
    return names.map((name) => this.known.get(name) ?? null).filter((known) => known !== null);
  }

  /** @param {string} name */
  async ask(name) {
    this.known.set(name, null);
    const loaded = await this.load(name);
    if (loaded === null) setTimeout(() => this.known.delete(name), retryMs);
    else this.known.set(name, loaded);
    this.onLoad();
  }
}

const retryMs = 20_000;
