/** Returns the minutes from one `HH:MM` to the next occurrence of the other; null if one is invalid, or both are equal. */
export function minutesBetween(from: string | null, to: string | null): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return start === null || end === null || start === end ? null : (end - start + 1440) % 1440;
}

function minuteOf(time: string | null): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time ?? '');
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}
