import { type LoadFlight, positionBody, positionRequest } from './position-body.ts';

/** How one answer ends, and what it says. */
export interface Framing {
  isWhole(received: string): boolean;
  /** Null for an acknowledgement, else what came in its place. */
  failureOf(answer: string): string | null;
}

/** What a load speaks: a report and its acknowledgement, as Latin-1 text. */
export interface LoadWire extends Framing {
  /** Sent before the first report of a connection, and answered before its answer. */
  greet(connection: number): string;
  /** One report. Every call counts the flight's `seq` up. */
  request(flight: LoadFlight, path: string, now: number): string;
}

const contentLength = /content-length: (\d+)/i;

export const http: LoadWire = {
  greet: () => '',
  request: positionRequest,
  isWhole(answer) {
    const end = answer.indexOf('\r\n\r\n');
    return end >= 0 && answer.length >= end + 4 + Number(contentLength.exec(answer)?.[1] ?? Number.NaN);
  },
  failureOf: (answer) => (answer.startsWith('HTTP/1.1 200') ? null : answer),
};

/** Redis: each report at the end of its flight's list. */
const redis: LoadWire = {
  greet: () => '',
  request(flight, _path, now) {
    flight.seq += 1;
    const words = ['RPUSH', flight.token, positionBody(flight.seq, now)];
    return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
  },
  isWhole: (answer) => answer.endsWith('\r\n'),
  failureOf: (answer) => (answer.startsWith(':') ? null : answer),
};

const [mqttAccepted, mqttPublished] = ['\x20\x02\x00\x00', '\x40\x02'];
const mqttPublishedLength = 4;

/** MQTT 3.1.1 with a quality of service of 1: the answer says that the broker has taken the report over. */
const mqtt: LoadWire = {
  greet: (connection) => mqttConnect(`load-${connection}`, true),
  request(flight, _path, now) {
    flight.seq += 1;
    const topic = `reports/${flight.token}`;
    return mqttPacket(
      0x32,
      `${mqttText(topic)}${mqttNumber((flight.seq % 65_535) + 1)}${positionBody(flight.seq, now)}`,
    );
  },
  isWhole: (answer) => answer.length >= (answer.startsWith('\x20') ? mqttAccepted.length : 0) + mqttPublishedLength,
  failureOf(answer) {
    const rest = answer.startsWith(mqttAccepted) ? answer.slice(mqttAccepted.length) : answer;
    return rest.startsWith(mqttPublished)
      ? null
      : `no acknowledgement, but ${Buffer.from(answer, 'latin1').toString('hex')}`;
  },
};

/** @param isClean - whether the broker forgets the client when it leaves */
export function mqttConnect(client: string, isClean: boolean): string {
  return mqttPacket(0x10, `${mqttText('MQTT')}\x04${isClean ? '\x02' : '\x00'}${mqttNumber(60)}${mqttText(client)}`);
}

/** @param first - byte: the kind of packet and its flags */
export function mqttPacket(first: number, rest: string): string {
  let length = '';
  for (let left = rest.length; length === '' || left > 0; left >>= 7)
    length += String.fromCharCode((left & 127) | (left > 127 ? 128 : 0));
  return String.fromCharCode(first) + length + rest;
}

export const mqttText = (text: string) => mqttNumber(text.length) + text;
export const mqttNumber = (value: number) => String.fromCharCode(value >> 8, value & 255);

export const loadWires = { http, redis, mqtt } as const satisfies Readonly<Record<string, LoadWire>>;
export type LoadWireName = keyof typeof loadWires;
