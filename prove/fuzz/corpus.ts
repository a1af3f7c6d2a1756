import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Captured, readCaptured } from '../../test/contracts/read-captured.ts';
import type { Version } from '../served/contracts.ts';

const root = join(import.meta.dirname, '../..');
const folders: Readonly<Record<Version, string>> = {
  '7': '{native,phpvms7-core,smartcars3,stratos}/captured/{,phpvms7/}*.http',
  '5': '{legacy,smartcars3}/captured/{,phpvms5/}*.http',
};

/** What real clients send (Stratos: what its reference says), and a real flight as reports of the version's own contract. */
export function readCorpus(version: Version): readonly Captured[] {
  const cwd = join(root, 'test/contracts');
  const captured = globSync(folders[version], { cwd }).flatMap((file) =>
    readCaptured(readFileSync(join(cwd, file), 'utf8')),
  );
  const reports = recordedReports(version === '7' ? '/api/tracker/position' : '/acars/position.php');
  if (captured.length < 20 || reports.length < 50) throw new Error('there is next to nothing to mutate');
  return [...captured, ...reports];
}

/** The recorded flight, one report and many in a request by turns. */
function recordedReports(path: string): readonly Captured[] {
  const [, ...lines] = readFileSync(join(root, 'recordings/zurich-cancun.jsonl'), 'utf8').trim().split('\n');
  const reports = lines.flatMap((line, seq) => {
    const [t, lat, lon, altitude, speed, vertical, heading, fuel] = JSON.parse(line) as number[];
    if (lat === undefined) return [];
    const at = new Date(Date.UTC(2024, 3, 6, 10, 43, 7) + (t ?? 0) * 1_000).toISOString();
    const figures = { altitude_msl: altitude, gs: speed, vs: vertical, heading, fuel };
    return [{ seq: seq + 1, recorded_at: at, lat, lon, ...figures }];
  });
  const bodies: readonly object[] = [
    ...reports.filter((_, index) => index % 10 === 0),
    ...Array.from({ length: 10 }, (_, index) => ({ positions: reports.slice(index * 20, index * 20 + 20) })),
  ];
  const headers = { host: 'localhost', 'content-type': 'application/json', authorization: 'Bearer {{token}}' };
  return bodies.map((body) => ({ method: 'POST', path, headers, body: JSON.stringify(body), expected: [] }));
}
