/** Version 7's `flights.days` (app/Models/Enums/Days.php: Monday 1, Tuesday 2 … Sunday 64) as days, 0 is Sunday; none set: empty. */
export function daysOfMask(mask: number | null): readonly number[] {
  const bits = mask ?? 0;
  const days = [64, 1, 2, 4, 8, 16, 32];
  return days.flatMap((bit, day) => ((bits & bit) === 0 ? [] : [day]));
}
