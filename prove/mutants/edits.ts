import type { CallExpression, Expression, Node } from 'oxc-parser';

/** A place of a source, and what stands there instead. */
export interface Edit {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Where a node stands. */
export interface Place {
  readonly text: string;
  readonly parent: Node | null;
  readonly isInFunction: boolean;
}

type Make = (node: Node, place: Place) => readonly Edit[];

const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  findLast: 'find',
};
/** Calls that return about what they are called on. */
const passed = /^(filter|sort|toSorted|reverse|toReversed|slice|trim|toLowerCase|toUpperCase)$/;

/** What is done to a node of each type: the mistakes that the literature on mutation testing draws from. */
const makers: Readonly<Partial<Record<Node['type'], Make>>> = {
  IfStatement: (node, { text }) => {
    if (node.type !== 'IfStatement') return [];
    const negated = edit('negate', node.test, `!(${sliceOf(node.test, text)})`);
    return node.alternate === null ? [negated, edit('remove guard', node, ';')] : [negated];
  },
  ConditionalExpression: (node, { text }) => {
    return node.type === 'ConditionalExpression' ? [edit('negate', node.test, `!(${sliceOf(node.test, text)})`)] : [];
  },
  BinaryExpression: (node, { text }) => {
    if (node.type !== 'BinaryExpression') return [];
    const isText =
      [node.left, node.right].some(({ type }) => type === 'TemplateLiteral') || /['`]/.test(sliceOf(node, text));
    const isSum = node.operator === '+' || node.operator === '-';
    return isSum && isText ? [] : swapOperator(nameOf(node.operator), node.left, node.right, node.operator, text);
  },
  LogicalExpression: (node, { text }) => {
    if (node.type !== 'LogicalExpression') return [];
    if (node.operator === '??') return [edit('no default', node, sliceOf(node.left, text))];
    return swapOperator('and or', node.left, node.right, node.operator, text);
  },
  AssignmentExpression: (node, { text }) => {
    return node.type === 'AssignmentExpression'
      ? swapOperator('arithmetic', node.left, node.right, node.operator, text)
      : [];
  },
  UpdateExpression: (node, { text }) => {
    return node.type === 'UpdateExpression'
      ? [edit('arithmetic', node, sliceOf(node, text).replace(node.operator, swapped[node.operator] ?? ''))]
      : [];
  },
  UnaryExpression: (node, { text }) => {
    if (node.type !== 'UnaryExpression' || (node.operator !== '!' && node.operator !== '-')) return [];
    return [edit('drop sign', node, `(${sliceOf(node.argument, text)})`)];
  },
  ExpressionStatement: (node, { text, isInFunction }) => {
    if (node.type !== 'ExpressionStatement' || !isInFunction) return [];
    const dropped = edit('drop statement', node, ';');
    if (node.expression.type !== 'AwaitExpression') return [dropped];
    return [dropped, edit('drop await', node.expression, `void ${sliceOf(node.expression.argument, text)}`)];
  },
  BlockStatement: (node, { parent }) => {
    if (node.type !== 'BlockStatement' || node.body.length < 2 || parent?.type === 'TryStatement') return [];
    const [first] = node.body;
    const isVoid = (node.body as readonly Node[]).every(({ type }) => type !== 'ReturnStatement');
    return first !== undefined && isVoid && isBodyOf(parent)
      ? [{ operator: 'return early', start: first.start, end: first.start, replacement: 'return; ' }]
      : [];
  },
  CallExpression: (node, { text }) => (node.type === 'CallExpression' ? editsOfCall(node, text) : []),
  ArrayExpression: (node) => {
    return node.type === 'ArrayExpression' && node.elements.length > 0 ? [edit('empty array', node, '[]')] : [];
  },
  Literal: (node, place) => (node.type === 'Literal' ? editsOfLiteral(node, node.value, place) : []),
};

/** The mistakes that can be made right here. */
export function editsOf(node: Node, place: Place): readonly Edit[] {
  return makers[node.type]?.(node, place) ?? [];
}

function editsOfCall(node: CallExpression, text: string): readonly Edit[] {
  const { callee, arguments: given } = node;
  const edits: Edit[] = [];
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    const { name } = callee.property;
    const other = swapped[name];
    if (other !== undefined) edits.push(edit('other method', callee.property, other));
    if (passed.test(name)) edits.push(edit('drop call', node, sliceOf(callee.object, text)));
  }
  for (const [index, first] of given.entries()) {
    const second = given[index + 1];
    if (second === undefined || !isSimple(first) || !isSimple(second)) continue;
    const between = text.slice(first.end, second.start);
    const replacement = `${sliceOf(second, text)}${between}${sliceOf(first, text)}`;
    edits.push({ operator: 'swap arguments', start: first.start, end: second.end, replacement });
  }
  return edits;
}

function editsOfLiteral(node: Node, value: unknown, { parent, text }: Place): readonly Edit[] {
  if (typeof value === 'boolean') return [edit('constant', node, String(!value))];
  if (typeof value === 'number') {
    const isSmall = Number.isInteger(value) && value <= 2;
    return [
      edit(isSmall ? 'off by one' : 'constant', node, isSmall ? String(value + 1) : `(${sliceOf(node, text)} / 2)`),
    ];
  }
  // What is compared is of a closed list, which the compiler knows; sentences are for people.
  const isEquality = parent?.type === 'BinaryExpression' && /==/.test(parent.operator);
  const isCompared = isEquality || parent?.type === 'SwitchCase';
  if (typeof value !== 'string' || isCompared || /\s/.test(value)) return [];
  return [edit('empty string', node, value === '' ? "'x'" : "''")];
}

function swapOperator(name: string, left: Node, right: Node, operator: string, text: string): readonly Edit[] {
  const other = swapped[operator];
  if (other === undefined) return [];
  const start = text.indexOf(operator, left.end);
  return start < 0 || start > right.start
    ? []
    : [{ operator: name, start, end: start + operator.length, replacement: other }];
}

function nameOf(operator: string): string {
  if (/^[<>]=?$/.test(operator)) return 'boundary';
  return /==/.test(operator) ? 'comparison' : 'arithmetic';
}

function isSimple({ type }: Node): boolean {
  return type === 'Identifier' || type === 'MemberExpression';
}

function isBodyOf(parent: Node | null): boolean {
  return /Function/.test(parent?.type ?? '');
}

function edit(operator: string, { start, end }: Pick<Node, 'start' | 'end'>, replacement: string): Edit {
  return { operator, start, end, replacement };
}

function sliceOf({ start, end }: Pick<Expression, 'start' | 'end'>, text: string): string {
  return text.slice(start, end);
}
