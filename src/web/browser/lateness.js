/** Minutes from the landing to the gate that a schedule contains. */
const taxiInMin = 7;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** So much is on time even where no doubt is known. */
const onTimeMin = 4;

/**
 * What is known of an arrival; instants in milliseconds since the epoch. `arrivalTime`: as the crew center writes it (`10:00`, `10:00 EST`, `10:00Z`).
 * @typedef {{ readonly arrivalTime: string | null, readonly plannedMin: number | null, readonly offBlockAt: number | null, readonly expectedAt: number | null, readonly doubtMin: number }} Arriving
 */

/**
 * Returns how many minutes later than planned a flight is expected at the gate; negative when earlier, null when that
 * cannot be said: without a plan, or when the doubt is larger.
 * @param {Arriving} arriving
 */
export function latenessMin(arriving) {
  const late = gateLateMin(arriving);
  return late === null || Math.abs(late) <= arriving.doubtMin ? null : late;
}

/**
 * Returns the same without regard to the doubt. A time without a zone says nothing, because schedules have local times
 * as well; the planned duration is used then, from when the flight left the gate.
 * @param {Arriving} arriving
 */
export function gateLateMin({ arrivalTime, plannedMin, offBlockAt, expectedAt }) {
  if (expectedAt === null) return null;
  const gateAt = expectedAt + taxiInMin * minuteMs;
  const byDuration =
    plannedMin === null || plannedMin <= 0 || offBlockAt === null ? null : offBlockAt + plannedMin * minuteMs;
  const plannedAt = instantNear(arrivalTime, gateAt) ?? byDuration;
  return plannedAt === null ? null : Math.round((gateAt - plannedAt) / minuteMs);
}

/** Returns how many minutes after its planned time, if that is given in UTC, a flight left the gate. @param {string | null} planned @param {number | null} offBlockAt */
export function departureLateMin(planned, offBlockAt) {
  if (offBlockAt === null) return null;
  const plannedAt = instantNear(planned, offBlockAt);
  return plannedAt === null ? null : Math.round((offBlockAt - plannedAt) / minuteMs);
}

/** Returns what is said of so many minutes. @param {number | null} lateMin @param {number} doubtMin @returns {'late' | 'early' | 'on-time' | null} */
export function punctuality(lateMin, doubtMin) {
  if (lateMin === null) return null;
  if (Math.abs(lateMin) <= Math.max(doubtMin, onTimeMin)) return 'on-time';
  return lateMin > 0 ? 'late' : 'early';
}

/** Returns the instant nearest to `near` at which a clock shows this time, if it is given in UTC: `universalTime` of `lib`, which no browser can load. @param {string | null} text @param {number} near */
export function instantNear(text, near) {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})\s*(?:Z|UTC|GMT)$/i.exec((text ?? '').trim()) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const ofDay = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return ofDay + Math.round((near - ofDay) / dayMs) * dayMs;
}
