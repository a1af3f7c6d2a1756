/** A text that is easily made longer: `before`, then `pump` again and again, then `after`. */
export interface HostileText {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

const common = [
  ...'/ .0aA_-+=,;:&%#@!?*()[]{}<>"\'`|~^$\\é',
  '\t',
  '\n',
  '\r',
  '\0',
  '%2F',
  '00:',
  'a/',
  '/.',
  ' .',
  '1,',
];
/** What may follow a long run: nothing, or what hardly any expression expects. */
const ends = ['', '\u0001', 'x'];
const longestPump = 10;

/** Returns texts on which an expression of this source is slow, if there are any: long runs of what people send, and of what it looks for. */
export function* hostileTexts(source: string): Generator<HostileText> {
  const texts = new Set<string>();
  for (const [before, pump] of pumpsOf(source)) {
    for (const after of ends) {
      const name = JSON.stringify([before, pump, after]);
      if (pump === '' || texts.has(name)) continue;
      texts.add(name);
      yield { before, pump, after };
    }
  }
}

function* pumpsOf(source: string): Generator<readonly [before: string, pump: string]> {
  for (const pump of common) yield ['', pump];
  for (const choice of [0, 1, 2, 3]) {
    const pieces = samplePieces(source, choice);
    yield ['', pieces.join('')];
    for (let from = 0; from < pieces.length; from++) {
      const before = pieces.slice(0, from).join('');
      for (let to = from + 1; to <= Math.min(pieces.length, from + longestPump); to++) {
        const pump = pieces.slice(from, to).join('');
        yield ['', pump];
        if (to <= from + 2) yield [before, pump];
      }
    }
  }
}

const classes: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  S: 'x',
  D: 'x',
  W: '-',
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
};
const outside = ['x', '1', ' ', '-', 'é', '\u0001', '\n'];

/**
 * Returns something for each piece of an expression that it fits. It is no parser: what it reads wrongly makes a text that fits less.
 * @param choice - which of several alternatives is taken
 */
function samplePieces(source: string, choice: number): readonly string[] {
  const pieces: string[] = [];
  const groups: { readonly begin: number; taken: number }[] = [];
  let top = { begin: 0, taken: 0 };
  for (let at = 0; at < source.length; at++) {
    const rest = source.slice(at);
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)?.[0];
    const escaped = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|p\{[^}]*\}|.)/su.exec(rest)?.[0];
    const set = /^\[(?:\\.|[^\]\\])*\]/s.exec(rest)?.[0];
    if (opening !== undefined) {
      groups.push(top);
      top = { begin: pieces.length, taken: 0 };
    } else if (rest[0] === ')') top = groups.pop() ?? top;
    else if (rest[0] === '|') {
      top.taken += 1;
      if (top.taken <= choice) pieces.length = top.begin;
      else at += skipped(source, at);
    } else if (escaped !== undefined) pieces.push(unescaped(escaped));
    else if (set !== undefined) pieces.push(memberOf(set));
    else if (/^\{\d+(?:,\d*)?\}/.test(rest)) at += rest.indexOf('}');
    else if (!/^[*+?^$]/.test(rest)) pieces.push(rest[0] === '.' ? 'x' : (rest[0] ?? ''));
    at += Math.max(0, (opening ?? escaped ?? set ?? ' ').length - 1);
  }
  return pieces.filter((piece) => piece !== '');
}

/** Returns how many characters further alternatives end. */
function skipped(source: string, at: number): number {
  let depth = 0;
  for (let index = at + 1; index < source.length; index++) {
    if (source[index] === '\\') index += 1;
    else if (source[index] === '(') depth += 1;
    else if (source[index] === ')' && depth-- === 0) return index - at - 1;
  }
  return source.length - at - 1;
}

function unescaped(written: string): string {
  const name = written[1] ?? '';
  if (/^\\[bBk]/.test(written)) return '';
  if (/^\\[ux]/.test(written) && written.length > 2)
    return String.fromCodePoint(Number.parseInt(written.replace(/[^0-9a-fA-F]/g, ''), 16));
  return name === 'p' ? 'a' : (classes[name] ?? name);
}

function memberOf(set: string): string {
  const isMember = new RegExp(`^${set}$`, 'u');
  const inside = [...set.slice(1, -1).replaceAll(/\\(.)/g, (_, name: string) => classes[name] ?? name)];
  try {
    return [...inside, ...outside].find((each) => isMember.test(each)) ?? '';
  } catch {
    return inside[0] ?? '';
  }
}
