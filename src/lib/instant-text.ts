const shape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** An instant in milliseconds, of a date and time as programs write them: `2026-01-31 12:00:00` is UTC. Null for what is none. */
export function readInstantText(text: string): number | null {
  const parts = shape.exec(text.trim());
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone = 'Z'] = parts;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    ...[number, number, number, number, number, number],
  ];
  const at = Date.UTC(y, mo - 1, d, h, mi, s) + Math.floor(Number(`0${fraction}`) * 1000);
  const isDate = mo >= 1 && mo <= 12 && d >= 1 && new Date(at).getUTCDate() === d && h < 24 && mi < 60 && s < 60;
  return isDate ? at - offsetMs(zone) : null;
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Returns the minutes from one `HH:MM` to the next occurrence of the other; null if one is invalid, or both are equal. */
export function minutesBetween(from: string | null, to: string | null): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return start === null || end === null || start === end ? null : (end - start + 1440) % 1440;
}

function minuteOf(time: string | null): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time ?? '');
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/** A time of day as people type it: `HH:MM`, and the zone that was named with it. */
export interface TimeOfDay {
  readonly clock: string;
  /** `Z` for UTC, `L` for local time; empty where none was named. */
  readonly zone: '' | 'Z' | 'L';
}

/** Reads `08:30`, `8:30` or `0830`, with seconds or without, which are dropped, and with `Z`, `UTC`, `GMT` or `L` behind. Null for what is none. */
export function readTimeOfDay(text: string): TimeOfDay | null {
  const shape = /^(?:(\d{1,2}):(\d{2})(?::[0-5]\d)?|(\d{2})(\d{2}))\s*(Z|UTC|GMT|L)?$/i;
  const [, hour, minute, hours, minutes, zone = ''] = shape.exec(text.trim()) ?? [];
  const [h = '', m = ''] = [hour ?? hours, minute ?? minutes];
  if (h === '' || Number(h) > 23 || Number(m) > 59) return null;
  return { clock: `${h.padStart(2, '0')}:${m}`, zone: zone === '' ? '' : zone.toUpperCase() === 'L' ? 'L' : 'Z' };
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the instant nearest to `near` at which a clock shows this time, if it is given in UTC. */
export function universalTime(text: string | null, near: number): number | null {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})\s*(?:Z|UTC|GMT)$/i.exec((text ?? '').trim()) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const ofDay = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return ofDay + Math.round((near - ofDay) / dayMs) * dayMs;
}
