/**
 * Takes the first step of a lane that is left. Where none is, the last one of the lane that has the most: no processor rests
 * while another lane has work.
 */
export function take<T>(left: readonly T[][], own: T[]): T | undefined {
  if (own.length > 0) return own.shift();
  const longest = left.reduce<T[]>((most, lane) => (lane.length > most.length ? lane : most), []);
  return longest.pop();
}
