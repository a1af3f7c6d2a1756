import { setImmediate } from 'node:timers/promises';

/** The text is not what the network documents. */
export class UnreadableFeedError extends Error {
  override readonly name = 'UnreadableFeedError';
}

/** Characters that are read in one go: a millisecond or two. */
const pieceLength = 131_072;
/** Maximum length of one object: a pilot with a flight plan is about 1,000. */
const maxObjectLength = 65_536;

interface Found {
  readonly objects: readonly unknown[];
  /** Where the array stands in the text. */
  readonly from: number;
}

/**
 * Parses the objects of the first array with this name, and gives way to other work between pieces: a feed of 2,500 pilots is three
 * megabytes. Quotes in a text are escaped, so that the name and its colon are found in no text.
 * @returns null when there is no such array
 * @throws UnreadableFeedError
 */
export async function objectsOf(text: string, name: string): Promise<Found | null> {
  const start = new RegExp(`"${name}"\\s*:\\s*\\[`).exec(text);
  if (start === null) return null;
  const objects: unknown[] = [];
  const marks = /["{}\]]/g;
  marks.lastIndex = start.index + start[0].length;
  let pieceEnd = marks.lastIndex + pieceLength;
  let depth = 0;
  let from = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') marks.lastIndex = endOfText(text, mark.index + 1);
    else if (mark[0] === '{') {
      if (depth === 0) from = mark.index;
      depth += 1;
    } else if (mark[0] === '}') {
      depth -= 1;
      if (depth === 0) objects.push(parsed(text, from, mark.index + 1));
    } else if (depth === 0) return { objects, from: start.index };
    if (depth < 0 || (depth > 0 && mark.index - from > maxObjectLength)) break;
    if (mark.index < pieceEnd) continue;
    pieceEnd = mark.index + pieceLength;
    await setImmediate();
  }
  throw new UnreadableFeedError(`its list "${name}" has no end`);
}

function parsed(text: string, from: number, to: number): unknown {
  try {
    return JSON.parse(text.slice(from, to));
  } catch {
    throw new UnreadableFeedError('a part of it is no JSON');
  }
}

/** Returns the place after the quote that ends a text. */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  throw new UnreadableFeedError('a text in it has no end');
}
