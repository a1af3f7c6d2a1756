const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the instant nearest to `near` at which a clock shows this time, if it is given in UTC. */
export function universalTime(text: string | null, near: number): number | null {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})\s*(?:Z|UTC|GMT)$/i.exec((text ?? '').trim()) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const ofDay = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return ofDay + Math.round((near - ofDay) / dayMs) * dayMs;
}
