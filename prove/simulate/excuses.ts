/** A case that is not judged: it names one flight, request or report, and is rare. */
interface Excuse {
  /** As it is counted. */
  readonly name: string;
  /** What it is a part of, as that is counted. */
  readonly of: string;
  /** The largest part that may be excused. */
  readonly max: number;
}

const excuses: readonly Excuse[] = [
  { name: 'excused: figures, of two sorties', of: 'PIREPs filed', max: 0.2 },
  { name: 'excused: figures, a clock ahead', of: 'PIREPs filed', max: 0.05 },
  { name: 'excused: figures, a clock set right', of: 'PIREPs filed', max: 0.05 },
  { name: 'excused: figures, a clock moved', of: 'PIREPs filed', max: 0.05 },
  { name: "excused: figures, the server's clock set back", of: 'PIREPs filed', max: 0.1 },
  { name: 'excused: figures, a clock a day slow', of: 'PIREPs filed', max: 0.02 },
  { name: 'excused: a flight refused that somebody ends', of: 'answers judged by the state open', max: 0.05 },
  { name: 'excused: a report beyond the quota of its flight', of: 'positions acknowledged', max: 0.05 },
  { name: 'excused: 500 after an unreadable answer', of: 'answers 200', max: 0.03 },
  { name: 'excused: the map, while a report is stored', of: 'flights looked at on the map', max: 0.02 },
  { name: 'positions stored again under another time', of: 'positions acknowledged', max: 0.1 },
  { name: 'positions of two devices with one number and time', of: 'positions acknowledged', max: 0.02 },
  { name: 'events of two devices with one number and time', of: 'events acknowledged', max: 0.05 },
];

/** How often each was made use of, and whether that is within its limit. */
export function excusesIn(happened: Readonly<Record<string, number>>): {
  readonly lines: readonly string[];
  readonly isWithin: boolean;
} {
  const used = excuses.map(({ name, of, max }) => {
    const [part, whole] = [happened[name] ?? 0, happened[of] ?? 0];
    const isWithin = part <= max * whole;
    const share = whole === 0 ? '0' : ((100 * part) / whole).toFixed(2);
    const text = `${name}: ${part} of ${whole} ${of} (${share} %, at most ${100 * max} %)`;
    return { line: isWithin ? text : `TOO OFTEN: ${text}`, isWithin };
  });
  return { lines: used.map(({ line }) => line), isWithin: used.every(({ isWithin }) => isWithin) };
}
