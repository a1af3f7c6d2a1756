import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** A regular expression as it is written in a source. */
export interface FoundExpression {
  /** File and line. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** What stands in for the parts of an expression that are known only at run time. */
const inserted = 'word';

/**
 * Returns every regular expression of a source: literals, what is given to `RegExp`, and the patterns of schemas.
 * @throws Error for one whose text is not in the call
 */
export function findExpressions(path: string, text: string): readonly FoundExpression[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const found: FoundExpression[] = [];
  const add = (start: number, source: string, flags: string) =>
    found.push({ at: `${path}:${text.slice(0, start).split('\n').length}`, source, flags });
  const addMade = (start: number, [source, flags]: readonly unknown[]) => {
    const written = textOf(source as Expression);
    if (written === null)
      throw new Error(`${path}: the text of this expression must be in its call, so that it is tested`);
    add(start, written, textOf(flags as Expression | undefined) ?? '');
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression({ callee, arguments: given, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') addMade(start, given);
    },
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') addMade(start, given);
    },
    Property({ key, value, start }) {
      const written = value.type === 'Literal' || value.type === 'TemplateLiteral' ? textOf(value) : null;
      if (key.type === 'Identifier' && key.name === 'pattern' && written !== null) add(start, written, 'u');
    },
  }).visit(program);
  return found;
}

/** Reads a text, `String.raw`, or a list of them that is joined. */
function textOf(node: Expression | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join(inserted);
  if (node?.type === 'TaggedTemplateExpression') return node.quasi.quasis.map(({ value }) => value.raw).join(inserted);
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const [list, separator] = [node.callee.object, textOf(node.arguments[0] as Expression | undefined)];
  const parts = list.type === 'ArrayExpression' ? list.elements.map((each) => textOf(each as Expression)) : [null];
  return separator === null || parts.includes(null) ? null : parts.join(separator);
}
