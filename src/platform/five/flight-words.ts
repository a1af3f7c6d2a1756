import type { Phase } from '../../tracking/model.ts';
import { plainCode } from './plain-text.ts';

/** The phases as people read them beside the map; its clients use such words. */
const phaseWords: Readonly<Record<Phase, string>> = {
  boarding: 'Boarding',
  pushback: 'Pushing Back',
  taxi: 'Taxiing to Runway',
  takeoff: 'Taking Off',
  climb: 'Climbing',
  cruise: 'Cruising',
  descent: 'Descending',
  approach: 'Approaching',
  landing: 'Landing',
  landed: 'Landed',
  'taxi-in': 'Taxiing to Gate',
  arrived: 'Arrived',
  diverted: 'Diverted',
  paused: 'Paused',
};

/** `''` is shown as "Enroute". */
export function phaseWord(phase: string | null): string {
  if (phase === null) return '';
  return Object.hasOwn(phaseWords, phase) ? phaseWords[phase as Phase] : plainCode(phase);
}

/** `H:MM`, at most six letters. */
export function hoursAndMinutes(minutes: number): string {
  const whole = Math.max(0, Math.min(999 * 60, Math.round(minutes)));
  return `${Math.trunc(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** `1:07` is `1.07`: its pages and its totals read the part behind the point as minutes, always two digits. */
export function hoursPointMinutes(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes));
  return `${Math.trunc(whole / 60)}.${String(whole % 60).padStart(2, '0')}`;
}

/** `schedules.flighttime` is hours and minutes with a point between: 1.1 is 1:10. What has more than 59 minutes was meant as hours. */
export function minutesOf(hoursPointMinutes: number): number | null {
  if (hoursPointMinutes <= 0) return null;
  const hours = Math.trunc(hoursPointMinutes);
  const minutes = Math.round((hoursPointMinutes - hours) * 100);
  return minutes > 59 ? Math.round(hoursPointMinutes * 60) : hours * 60 + minutes;
}

/** `schedules.flightlevel` in feet: people write a level (`330`, `FL330`) or feet (`33000`). */
export function cruiseAltitudeFt(flightLevel: string): number | null {
  const level = Number(flightLevel.replace(/\D/g, ''));
  if (level <= 0) return null;
  return level < 1000 ? level * 100 : level;
}

/** `schedules.daysofweek`: a digit for each day, 0 or 7 is Sunday. */
export function daysOf(digits: string): readonly number[] {
  const days = [...digits].filter((digit) => /[0-7]/.test(digit)).map((digit) => Number(digit) % 7);
  return [...new Set(days)].sort();
}

/** Minutes from one `HH:MM` to the next time that it is the other; null when a time is not known, or they are the same. */
export function minutesBetween(from: string | null, to: string | null): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return start === null || end === null || start === end ? null : (end - start + 1440) % 1440;
}

function minuteOf(time: string | null): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time ?? '');
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}
