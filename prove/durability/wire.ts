import { writeFixture } from '../../bench/fixture.ts';
import { writeLegacyFixture } from '../../bench/legacy/fixture.ts';
import { pirepIdOf } from '../../bench/pirep-id.ts';
import { positionBody, smartcarsPath } from '../../bench/position-body.ts';
import { legacy } from '../../src/client/wires/legacy.ts';
import { native } from '../../src/client/wires/native.ts';
import { phpvms7 } from '../../src/client/wires/phpvms7.ts';
import type { Position } from '../../src/tracking/model.ts';

/** How clients of a contract report the positions 1, 2, 3 … of a flight, and how those are recognised in the journal. */
export interface Wire {
  readonly name: string;
  /** Settings of the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Fills an empty data directory with so many open flights. @returns their tokens */
  writeFixture(directory: string, count: number): Promise<readonly string[]>;
  /** One position as a whole HTTP/1.1 message. */
  request(token: string, number: number): string;
  numberOf(position: Position): number;
  /** Whether a report says which one it is. Else its repeat is known within a second only, and not by a server that was started since. */
  readonly isNumbered: boolean;
}

/** Where a report has no number its place says it, in thousandths of a degree. */
const origin = { lat: 10, lon: 20 };
const latOf = (number: number) => (origin.lat + number / 1_000).toFixed(3);
const numberOfPlace = ({ lat }: Position) => Math.round((lat - origin.lat) * 1_000);

export const wires: readonly [Wire, ...Wire[]] = [
  {
    name: 'native',
    environment: {},
    writeFixture,
    request: (token, number) => post(native.report({}).path, bearer(token), positionBody(number, Date.now())),
    numberOf: ({ seq }) => seq ?? 0,
    isNumbered: true,
  },
  {
    name: 'legacy',
    environment: { TRACKER_EMBEDDED_VERSION: '5' },
    writeFixture: writeLegacyFixture,
    request: (token, number) => post(legacy.report({}).path, bearer(token), positionBody(number, Date.now())),
    numberOf: ({ seq }) => seq ?? 0,
    isNumbered: true,
  },
  {
    name: 'smartcars3',
    environment: {},
    writeFixture,
    request: (token, number) =>
      post(
        smartcarsPath,
        bearer(token),
        `{"uuid":"${pirepIdOf(token)}","latitude":${latOf(number)},"longitude":${origin.lon},"heading":267,` +
          '"altitude":36012,"groundSpeed":452,"distanceRemaining":1204,"timeRemaining":2.66,"route":[],"phase":"CRUISE",' +
          '"network":"VATSIM","aircraft":0}',
      ),
    numberOf: numberOfPlace,
    isNumbered: false,
  },
  {
    name: 'phpvms7-core',
    environment: {},
    writeFixture,
    request: (token, number) =>
      post(
        `/api/${phpvms7.report(pirepIdOf(token), []).path}`,
        `X-API-Key: ${token}`,
        `{"positions":[{"id":"p${number}","created_at":"${createdAt(number)}","lat":${latOf(number)},"lon":${origin.lon},` +
          '"altitude":36012,"gs":452,"status":"ENR"}]}',
      ),
    numberOf: numberOfPlace,
    isNumbered: true,
  },
];

/** Now, with a millisecond of its own within each second: a server that was started since knows a repeat by its time. */
const createdAt = (number: number) =>
  new Date(Math.floor(Date.now() / 1_000) * 1_000 + 1 + (number % 999)).toISOString();
const bearer = (token: string) => `Authorization: Bearer ${token}`;

function post(path: string, credential: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${credential}\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}
