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
