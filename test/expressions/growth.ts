import { type HostileText, hostileTexts } from './hostile-texts.ts';

/** Lengths that are tried, the shortest first: one that grows by powers would never end on a long text. */
const lengths = [20, 128, 512, 8_192];
/** A text of these lengths takes some microseconds where the time grows with the length. */
const suspiciousMs = 1;
/** A text four times as long takes four times as long, or sixteen times where the time grows with the square. */
const times = 4;
const mostGrowth = 7;
const runs = 3;

/** Returns the text for which an expression takes longer than its length explains, in words; null when there is none. */
export function findSlowText(source: string, flags: string): string | null {
  const expression = new RegExp(source, flags);
  for (const text of hostileTexts(source)) {
    for (const length of lengths) {
      if (timeOf(expression, textOf(text, length)) < suspiciousMs) continue;
      const growth = growthOf(expression, text, length);
      // Measured again, because another program may have had the processor.
      if (growth > mostGrowth && growthOf(expression, text, length) > mostGrowth)
        return `${describe(text, length)}: ${growth.toFixed(0)} times the time of a quarter of it`;
      if (growth > 0) break;
    }
  }
  return null;
}

/** Returns 0 for one that only seemed slow. */
function growthOf(expression: RegExp, text: HostileText, length: number): number {
  const least = (characters: number) => {
    const written = textOf(text, characters);
    return Math.min(...Array.from({ length: runs }, () => timeOf(expression, written)));
  };
  const long = least(length);
  return long < suspiciousMs ? 0 : long / least(length / times);
}

function timeOf(expression: RegExp, text: string): number {
  expression.lastIndex = 0;
  const from = performance.now();
  if (expression.global) text.replaceAll(expression, '');
  else expression.exec(text);
  return performance.now() - from;
}

function textOf({ before, pump, after }: HostileText, length: number): string {
  return before + pump.repeat(Math.max(1, Math.ceil(length / pump.length))) + after;
}

const describe = ({ before, pump, after }: HostileText, length: number) =>
  `${JSON.stringify(before)}, then ${length} characters of ${JSON.stringify(pump)}, then ${JSON.stringify(after)}`;
