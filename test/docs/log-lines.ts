import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';

const levels = ['info', 'warn', 'error', 'fatal'];

/**
 * The message of every line that a source file logs, with `…` for each value in a template. Four spellings are known:
 * `log.warn({ … }, 'message')`, `warn.say('message', { … })`, `log('warn', 'message', { … })` and `onTrouble('message', error)`.
 */
export function logMessages(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const constants = new Map<string, string>();
  const visitor = new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const value = init === null ? null : readText(init, constants);
      if (id.type === 'Identifier' && value !== null) constants.set(id.name, value);
    },
    CallExpression: (call) => {
      const argument = messageOf(call, text);
      const message = argument === undefined ? null : readText(argument, constants);
      if (message !== null && !levels.includes(message)) found.push(message);
    },
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

function messageOf({ callee, arguments: given }: CallExpression, text: string): Expression | undefined {
  const name = text.slice(callee.start, callee.end);
  const values = given.filter((each) => each.type !== 'SpreadElement');
  if (/(?:^|[.#])(?:log|logger)\.(?:info|warn|error|fatal)$/.test(name)) return values.at(-1);
  if (/(?:^|[.#])(?:warn\.say|onTrouble)$/.test(name)) return values[0];
  if (!/(?:^|[.#])log$/.test(name)) return undefined;
  const [first, second] = values;
  return first?.type === 'Literal' && levels.includes(String(first.value)) ? second : first;
}

function readText(node: Expression, constants: ReadonlyMap<string, string>): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…');
  return node.type === 'Identifier' ? (constants.get(node.name) ?? null) : null;
}
