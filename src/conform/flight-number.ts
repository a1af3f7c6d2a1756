/** A number that no schedule has, as a text, and not the one before: some servers take two equal flights within minutes for one. */
export function newFlightNumber(): string {
  return String(1000 + Math.floor(Math.random() * 8999));
}
