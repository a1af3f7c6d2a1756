import type { Answer } from './answer-reader.ts';

/** What an answer must not be: the name of the fault, and what of the answer shows it. */
export interface Fault {
  readonly name: string;
  readonly shown: string;
}

/** What only we may know. None of the requests holds these words, so that none can be what was sent. */
const leaks: readonly (readonly [string, RegExp])[] = [
  ['a stack', /^\s*at .{0,200}:\d+:\d+\)?$|\\n\s+at [^"]{0,200}:\d+:\d+|node:internal|node_modules/m],
  ['a class of errors', /\b(?:Type|Range|Reference|Syntax|Eval|URI|Sqlite|Aggregate)Error\b|\[object Object\]/],
  [
    'a code of the machine',
    /\b(?:ERR_[A-Z_]{3,}|FST_ERR_|HPE_[A-Z]|ENOENT|EACCES|EISDIR|ECONNREFUSED|EPIPE|SQLITE_[A-Z])/,
  ],
  [
    'SQL',
    /\b(?:SELECT\s.+\sFROM\s|INSERT INTO\s|UPDATE \w+ SET\s|DELETE FROM\s|no such (?:table|column)|constraint failed)/,
  ],
];

/** Answers that say for themselves that the server cannot do it: it is asked again, or never could. */
const isAllowed = ({ status, head }: Answer) => status === 501 || (status === 503 && /^retry-after: *\d+/im.test(head));

/** What a request would have become in a page or a header that let it. */
export const plantedTag = '<planted';
export const plantedHeader = 'x-planted';
const plantedHeaderLine = new RegExp(`^${plantedHeader}:`, 'im');

/** The page that tells the operator into which folder a module goes. */
export const namesFolder = /^(?:GET|HEAD|POST) \/tracker\/admin\/addons/;

/** @param folders - whose paths nobody else may know */
export function judge(answer: Answer, folders: readonly string[]): readonly Fault[] {
  const { status, head, body } = answer;
  const faults: Fault[] = [];
  const add = (name: string, shown: string) => faults.push({ name, shown: shown.slice(0, 300) });
  if (status >= 500 && !isAllowed(answer)) add(`status ${status}`, `${head}\n\n${body.subarray(0, 300)}`);
  if (plantedHeaderLine.test(head)) add('a header that a client made', head);
  const type = /^content-type: *([^;\r\n]*)/im.exec(head)?.[1]?.toLowerCase() ?? '';
  if (type.startsWith('image/')) return faults;
  const text = body.toString('utf8');
  for (const [name, shape] of leaks) {
    const shown = shape.exec(text)?.[0] ?? shape.exec(head)?.[0];
    if (shown !== undefined) add(name, shown);
  }
  for (const folder of folders)
    if (text.includes(folder) || head.includes(folder)) add('a path of the machine', folder);
  if (type === 'text/html' && text.includes(plantedTag))
    add('markup that a client made', text.slice(text.indexOf(plantedTag)));
  if (type === 'application/json' && body.length > 0 && !isJson(text)) add('JSON that is none', text);
  return faults;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
