import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { WirePoint } from './captured-points.ts';
import type { PilotLogin } from './flying.ts';

/** How the captured files of one contract become requests to a real site. */
export interface CapturedWire {
  readonly folder: string;
  readonly files: readonly string[];
  /** Whether its paths are also phpVMS's own, so that a rule can hand them over. */
  readonly isOfHost: boolean;
  /** Where the pilot's bids lead, from Zürich. */
  readonly arrivals: readonly string[];
  /** Whether its clients send a point again whose answer was lost; others keep none, and go on with the next one. */
  readonly repeatsPoints: boolean;
  /** The name by which the files keep the PIREP of a flight. */
  readonly keeps: string;
  /** @param before - what the way puts before a path of phpVMS's own API */
  pathAt(path: string, before: string): string;
  /** The PIREP and the points of a request; null for any other request. */
  pointsOf(path: string, body: string): PointsOf | null;
}

export interface PointsOf {
  readonly pirep: string;
  readonly points: readonly WirePoint[];
}

interface Update extends WirePoint {
  readonly uuid?: string;
  readonly tracking_id?: string;
}

const captured = join(import.meta.dirname, '../../test/contracts');
const filesOf = (folder: string) => globSync('*.http', { cwd: folder }).sort();
const core = join(captured, 'phpvms7-core/captured');
const smartcars = join(captured, 'smartcars3/captured/phpvms7');
const stratos = join(captured, 'stratos/captured');

function pointOfUpdate(path: string, body: string) {
  if (!path.endsWith('/flights/update')) return null;
  const update = JSON.parse(body) as Update;
  return { pirep: update.uuid ?? update.tracking_id ?? '', points: [update] };
}

export const wires: readonly CapturedWire[] = [
  {
    folder: core,
    files: filesOf(core),
    isOfHost: true,
    repeatsPoints: true,
    arrivals: ['EDDF'],
    keeps: 'pirep',
    pathAt: (path, before) => before + path,
    pointsOf: (path, body) => {
      const [, pirep = ''] = /pireps\/([^/]+)\/acars\/position$/.exec(path) ?? [];
      return pirep === '' ? null : { pirep, points: (JSON.parse(body) as { positions: WirePoint[] }).positions };
    },
  },
  {
    folder: smartcars,
    // The other file there flies nothing.
    files: ['tracker.http'],
    isOfHost: false,
    repeatsPoints: false,
    arrivals: ['EDDF', 'MMUN'],
    keeps: 'uuid',
    pathAt: (path) => path,
    pointsOf: pointOfUpdate,
  },
  {
    folder: stratos,
    files: filesOf(stratos),
    isOfHost: false,
    repeatsPoints: false,
    arrivals: ['EDDF'],
    keeps: 'flight',
    pathAt: (path) => path.replace(/^\/api\/stratos/, '/api/tracker/stratos'),
    pointsOf: pointOfUpdate,
  },
];

/** The pilot of the demo, in a path or a body, becomes the site's. */
export function asPilot(text: string, pilot: PilotLogin): string {
  return text
    .replace(/(?<=[?&]username=)[^&]+/, encodeURIComponent(pilot.login))
    .replace(/(?<="username":)"[^"]*"/, JSON.stringify(pilot.login))
    .replace(/(?<="password":)"[^"]*"/, JSON.stringify(pilot.password));
}
