/** A request as a client sent it, and what its answer must have. */
export interface Captured {
  readonly method: string;
  readonly path: string;
  /** By their names in small letters; without the length of the body, which its fill-ins change. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expected: readonly Expected[];
}

/**
 * `status 200`; `keep token token` (the answer's member becomes `{{token}}`); `has receipt.fuel_used 9800`. Afterwards `wait 3600`
 * lets seconds pass, `restart server` kills the server and starts it again.
 */
export interface Expected {
  readonly verb: Verb;
  readonly name: string;
  readonly value: string;
}

const verbs = ['status', 'keep', 'has', 'wait', 'restart'] as const;
type Verb = (typeof verbs)[number];

/** Reads a file of requests: `#` begins a remark, `###` parts requests, `<` begins what is expected of the answer. */
export function readCaptured(text: string): readonly Captured[] {
  return text
    .split(/^###$/m)
    .map((part) => part.split('\n').filter((line) => !line.startsWith('# ')))
    .map(readRequest);
}

function readRequest(lines: readonly string[]): Captured {
  const asked = lines
    .filter((line) => !line.startsWith('<'))
    .join('\n')
    .trim();
  const [head = '', body = ''] = asked.split('\n\n', 2);
  const [first = '', ...rest] = head.split('\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = rest.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
  });
  const expected = lines.filter((line) => line.startsWith('<')).map(readExpected);
  if (expected.length === 0) throw new Error(`nothing is expected of ${first}`);
  return {
    method,
    path,
    headers: Object.fromEntries(headers.filter(([name]) => name !== 'content-length')),
    body,
    expected,
  };
}

function readExpected(line: string): Expected {
  const [, word = '', name = '', value = ''] = /^< (\S+) (\S+) ?(.*)$/.exec(line) ?? [];
  const verb = verbs.find((each) => each === word);
  if (verb === undefined) throw new Error(`${line} is not understood`);
  return { verb, name, value };
}
