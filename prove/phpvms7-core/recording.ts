import { readFileSync } from 'node:fs';
import type { Answered } from './play.ts';
import { isList, isMembers, type Shape } from './shape-of.ts';
import type { Step } from './step.ts';

/** Answers of a phpVMS 7 as they are kept: status and shape. A shape that occurs often is kept once, under a name. */
interface Kept {
  readonly release: string;
  readonly parts: Readonly<Record<string, Shape>>;
  readonly answers: readonly { readonly request: Step; readonly status: number; readonly shape: Shape }[];
}

export type Recorded = Pick<Answered, 'request' | 'status' | 'shape'>;

/** Fewer members are not worth a name. */
const minMembers = 5;

export function packRecording(release: string, answered: readonly Answered[]): string {
  const names = new Map<string, string>();
  const parts: Record<string, Shape> = {};
  const pack = (shape: Shape, key: string): Shape => {
    if (isList(shape)) return shape[0] === undefined ? [] : [pack(shape[0], key)];
    if (!isMembers(shape)) return shape;
    const packed = Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, pack(member, name)]));
    if (Object.keys(packed).length < minMembers) return packed;
    const text = JSON.stringify(packed);
    const name = names.get(text) ?? nameOf(key, parts);
    names.set(text, name);
    parts[name] = packed;
    return `#${name}`;
  };
  const answers = answered.map(({ request, status, shape }) => ({ request, status, shape: pack(shape, 'answer') }));
  return `${lines({ release, parts, answers })}\n`;
}

function nameOf(key: string, parts: Readonly<Record<string, Shape>>): string {
  const plain = key.replace(/\?$/, '');
  for (let count = 1; ; count++) {
    const name = count === 1 ? plain : `${plain}-${count}`;
    if (!(name in parts)) return name;
  }
}

/** One line for each part and each answer. */
function lines({ release, parts, answers }: Kept): string {
  const partLines = Object.entries(parts).map(([name, shape]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shape)}`);
  const answerLines = answers.map((answer) => `  ${JSON.stringify(answer)}`);
  return `{\n"release": ${JSON.stringify(release)},\n"parts": {\n${partLines.join(',\n')}\n},\n"answers": [\n${answerLines.join(',\n')}\n]\n}`;
}

export function readRecording(file: URL | string): readonly Recorded[] {
  const { parts, answers } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  const unpack = (shape: Shape): Shape => {
    if (isList(shape)) return shape[0] === undefined ? [] : [unpack(shape[0])];
    if (isMembers(shape)) return Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, unpack(each)]));
    const part = shape.startsWith('#') ? parts[shape.slice(1)] : undefined;
    return part === undefined ? shape : unpack(part);
  };
  return answers.map(({ request, status, shape }) => ({ request, status, shape: unpack(shape) }));
}
