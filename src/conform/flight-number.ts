/** Numbers of the flights that runs make: an aborted run's are known by them. */
const first = 98_000;
const count = 1_000;
let last = Math.floor(Math.random() * count);

/** A number that no schedule has, as a text, and not one of those before: some servers take two equal flights within minutes for one. */
export function newFlightNumber(): string {
  last = (last + 1) % count;
  return String(first + last);
}

/** Whether a run made the flight with this number. */
export function isOwnNumber(number: unknown): boolean {
  const found = /^\d{5}$/.test(String(number)) ? Number(number) : 0;
  return found >= first && found < first + count;
}
