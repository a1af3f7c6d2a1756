/**
 * What a stored position consists of, besides its number and flight. A figure is stored as a whole number of
 * `1/scale` of its unit; that is the precision of the journal, in raw rows and in chunks alike. A text is stored as a
 * number that names it (`texts.ts`), the simulator's clock as a number where it can be one (`sim-time.ts`). `null`
 * stays `null`.
 */
export const columns = [
  { name: 'seq', scale: 1, isText: false },
  { name: 'recordedAt', scale: 1, isText: false },
  // `receivedAt` less `recordedAt`, ms
  { name: 'delay', scale: 1, isText: false },
  // bit 0: dated by the client; bit 1: it said whether it is on the ground; bit 2: it is
  { name: 'flags', scale: 1, isText: false },
  { name: 'lat', scale: 1e7, isText: false },
  { name: 'lon', scale: 1e7, isText: false },
  { name: 'headingDeg', scale: 10, isText: false },
  { name: 'altitudeMslFt', scale: 10, isText: false },
  { name: 'altitudeAglFt', scale: 10, isText: false },
  { name: 'groundSpeedKt', scale: 10, isText: false },
  { name: 'indicatedAirspeedKt', scale: 10, isText: false },
  { name: 'verticalSpeedFpm', scale: 10, isText: false },
  { name: 'fuelLb', scale: 10, isText: false },
  { name: 'fuelFlowLbPerHour', scale: 10, isText: false },
  { name: 'distanceNm', scale: 100, isText: false },
  { name: 'phase', scale: 1, isText: true },
  { name: 'transponder', scale: 1, isText: true },
  { name: 'autopilot', scale: 1, isText: true },
  { name: 'simTime', scale: 1, isText: true },
] as const;

export const columnCount = columns.length;

/** Index of each column. */
export const at = Object.fromEntries(columns.map(({ name }, index) => [name, index])) as {
  readonly [name in (typeof columns)[number]['name']]: number;
};

const scales: readonly number[] = columns.map(({ scale }) => scale);

/** Largest whole number that a column holds; what is beyond is stored as this. */
export const largest = 2 ** 51;

/** A figure as the whole number that is stored; NaN stands for `null`. */
export function toStored(column: number, figure: number): number {
  const whole = Math.round(figure * (scales[column] ?? 1));
  return whole > largest ? largest : Math.max(whole, -largest);
}

/** The figure that a stored whole number stands for. */
export function fromStored(column: number, whole: number): number {
  return whole / (scales[column] ?? 1);
}
