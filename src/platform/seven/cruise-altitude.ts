/** `flights.level` of version 7 in feet: schedules keep a flight level (350) or feet (35000) there, and 0 for none. */
export function cruiseAltitudeFt(level: number | null): number | null {
  if (level === null || level <= 0) return null;
  return level < 1000 ? level * 100 : level;
}
