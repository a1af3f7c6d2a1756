import { textOfBytes } from '../../lib/bytes-text.ts';
import type { LogLine } from '../../tracking/model.ts';
import { parseNestedJson } from '../coerce.ts';
import { instantOf } from '../event-time.ts';

/** The log and the events of a flight, as `flights/complete` carries them. */

const unreadable: LogLine = { at: null, text: 'The flight data of the client could not be read.' };

/**
 * Returns the lines of the PIREP's log: the events with their times, and the other lines of the client's log. Unreadable
 * data does not prevent filing; a line of the log mentions it.
 */
export function decodeFlightLog(
  flightLog: string | readonly unknown[] | null | undefined,
  flightData: string | readonly unknown[] | null | undefined,
): readonly LogLine[] {
  const events = decodeEvents(flightData);
  const known = new Set((events ?? []).map(({ text }) => text));
  const rest = decodeLines(flightLog).filter((line) => !known.has(line) && !known.has(withoutTime(line)));
  return [...(events ?? [unreadable]), ...rest.map((text) => ({ at: null, text }))];
}

/** null when they are not in a form that anyone could read. */
function decodeEvents(flightData: string | readonly unknown[] | null | undefined): readonly LogLine[] | null {
  if (flightData === undefined || flightData === null || flightData === '') return [];
  const list = typeof flightData === 'string' ? parseNestedJson(decodeText(flightData)) : flightData;
  return Array.isArray(list) ? list.flatMap(eventLine) : null;
}

function eventLine(event: unknown): readonly LogLine[] {
  if (typeof event !== 'object' || event === null) return [];
  const { message, eventTimestamp } = event as Record<string, unknown>;
  if (typeof message !== 'string' || message.trim() === '') return [];
  return linesOf(message).map((text) => ({ at: instantOf(eventTimestamp), text }));
}

function decodeLines(flightLog: string | readonly unknown[] | null | undefined): readonly string[] {
  if (flightLog === undefined || flightLog === null) return [];
  const texts = typeof flightLog === 'string' ? [decodeText(flightLog)] : flightLog;
  return texts.flatMap((text) => (typeof text === 'string' ? linesOf(text) : []));
}

/** base64, where it is that; a few clients send the text itself. `btoa` of a browser makes one byte of each letter up to `ÿ`. */
function decodeText(text: string): string {
  const packed = text.replace(/\s+/g, '');
  const isBase64 = packed.length % 4 !== 1 && /^[A-Za-z0-9+/_-]*={0,2}$/.test(packed);
  return isBase64 ? textOfBytes(Buffer.from(packed, 'base64')) : text;
}

/** Every line as it may be stored anywhere. */
function linesOf(text: string): readonly string[] {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A line of the log begins with its time, the message of an event does not: `[12:30:05] Gear up`. */
function withoutTime(line: string): string {
  return line.replace(/^(?:\[[^\]]{1,40}\]|\(?\d{1,2}:\d{2}(?::\d{2})?Z?\)?)\s*[-–:]?\s*/, '');
}

const poundsPerKilogram = 2.204_62;

/**
 * Returns the fuel at block-off in pounds from the sentence that smartCARS writes into its log, or null. The sentence
 * contains its unit, and is the only source of block fuel.
 */
export function blockFuelOf(log: readonly LogLine[]): number | null {
  for (const { text } of log) {
    const [, amount = '', unit = ''] = /Pushing back with ([\d.,]{1,12}) ?(lb|kg)s? of fuel/i.exec(text) ?? [];
    const number = Number(amount.replaceAll(',', ''));
    if (amount !== '' && number > 0) {
      return Math.round(number * (unit.toLowerCase() === 'kg' ? poundsPerKilogram : 1) * 100) / 100;
    }
  }
  return null;
}
