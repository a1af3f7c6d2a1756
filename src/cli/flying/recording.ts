import { readFile } from 'node:fs/promises';
import { CommandError } from '../command.ts';

/** A recorded flight. `recordings/README.md` describes the format. */
export interface Recording {
  readonly flightNumber: string;
  readonly callsign: string;
  readonly aircraft: string;
  readonly departure: string;
  readonly arrival: string;
  readonly samples: readonly Sample[];
}

/** Degrees, feet, knots, ft/min, pounds; null is unknown. */
export interface Sample {
  /** Milliseconds since the first sample. */
  readonly t: number;
  readonly lat: number;
  readonly lon: number;
  readonly altitudeMslFt: number | null;
  readonly groundSpeedKt: number | null;
  readonly verticalSpeedFpm: number | null;
  readonly headingDeg: number | null;
  readonly fuelLb: number | null;
  readonly onGround: boolean | null;
}

const columns = ['t', 'lat', 'lon', 'altitude_msl', 'gs', 'vs', 'heading', 'fuel'] as const;
type Column = (typeof columns)[number];

/** The recording that comes with the project: Zürich to Cancún. */
export const defaultRecording = new URL('../../../recordings/zurich-cancun.jsonl', import.meta.url);

/** @throws CommandError naming the file, and the line that is wrong. */
export async function readRecording(file: string | URL): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new CommandError(`The recording ${String(file)} cannot be read.`, 2);
  }
  return parseRecording(text, String(file));
}

/** @throws CommandError */
export function parseRecording(text: string, name: string): Recording {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const head = parseHead(lines[0] ?? '', name);
  const samples = lines.slice(1).map((line, index) => parseSample(line, head, `${name}, line ${index + 2}`));
  const [first] = samples;
  if (first === undefined) throw new CommandError(`${name} has no positions.`, 2);
  samples.forEach((sample, index) => {
    const before = samples[index - 1];
    if (before !== undefined && sample.t <= before.t) {
      throw new CommandError(`${name}, line ${index + 2}: its time is not after that of the previous line.`, 2);
    }
  });
  const { flightNumber, callsign, aircraft, departure, arrival } = head;
  return {
    flightNumber,
    callsign,
    aircraft,
    departure,
    arrival,
    samples: samples.map((sample) => ({ ...sample, t: sample.t - first.t })),
  };
}

interface Head extends Omit<Recording, 'samples'> {
  readonly groundAltitudeFt: number | null;
  readonly columns: readonly string[];
}

function parseHead(line: string, name: string): Head {
  const value = parseJson(line, `${name}, line 1`);
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== 'tracker-recording') {
    throw new CommandError(`${name} is not a recording: its first line must have "format": "tracker-recording".`, 2);
  }
  const head = value as Readonly<Record<string, unknown>>;
  if (head.version !== 1)
    throw new CommandError(`${name} has version ${String(head.version)}; this version of Tracker reads version 1.`, 2);
  const names = Array.isArray(head.columns) ? head.columns.map(String) : [];
  for (const needed of ['t', 'lat', 'lon']) {
    if (!names.includes(needed)) throw new CommandError(`${name} has no column ${needed}.`, 2);
  }
  const text = (key: string) => (typeof head[key] === 'string' ? head[key] : '');
  return {
    flightNumber: text('flight_number'),
    callsign: text('callsign'),
    aircraft: text('aircraft'),
    departure: text('departure'),
    arrival: text('arrival'),
    groundAltitudeFt: typeof head.ground_altitude === 'number' ? head.ground_altitude : null,
    columns: names,
  };
}

function parseSample(line: string, head: Head, where: string): Sample {
  const row = parseJson(line, where);
  if (!Array.isArray(row)) throw new CommandError(`${where}: a position is an array of numbers.`, 2);
  const read = (column: Column): number | null => {
    const value: unknown = row[head.columns.indexOf(column)] ?? null;
    if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value;
    throw new CommandError(`${where}: ${column} is not a number.`, 2);
  };
  const need = (column: Column): number => {
    const value = read(column);
    if (value === null) throw new CommandError(`${where}: ${column} is missing.`, 2);
    return value;
  };
  const altitudeMslFt = read('altitude_msl');
  const isKnown = altitudeMslFt !== null && head.groundAltitudeFt !== null;
  return {
    t: Math.round(need('t') * 1000),
    lat: need('lat'),
    lon: need('lon'),
    altitudeMslFt,
    groundSpeedKt: read('gs'),
    verticalSpeedFpm: read('vs'),
    headingDeg: read('heading'),
    fuelLb: read('fuel'),
    onGround: isKnown ? altitudeMslFt === head.groundAltitudeFt : null,
  };
}

function parseJson(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CommandError(`${where} is not JSON.`, 2);
  }
}
