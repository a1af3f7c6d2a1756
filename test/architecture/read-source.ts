import {
  type Node,
  type Program,
  parseSync,
  type TemplateLiteral,
  type TSTemplateLiteralType,
  Visitor,
  type VisitorObject,
} from 'oxc-parser';

/** A source file as the rules see it. */
export interface Source {
  /** From the root of the repository: `src/tracking/model.ts`. */
  readonly path: string;
  /** Of the whole file: statements, and members of classes and interfaces. What a literal holds counts as nothing. */
  readonly statements: number;
  readonly imports: readonly Import[];
  readonly functions: readonly FunctionLength[];
  readonly calls: readonly Call[];
  /** Lines where an object literal is spread into another one. */
  readonly pressed: readonly number[];
  /** Code without comments, the content of strings blanked. */
  readonly code: string;
  readonly strings: readonly string[];
}

export interface Import {
  /** As written: `node:fs`, `ajv`, `../lib/geo.ts`. */
  readonly specifier: string;
  /** Gone at run time. */
  readonly isType: boolean;
}

export interface FunctionLength {
  /** Its own name, or that of the variable, property or method it is given to; empty where nothing names it. */
  readonly name: string;
  /** Those of functions that it holds included. */
  readonly statements: number;
}

export interface Call {
  /** What is called, as written: `setTimeout`, `world.clock.advance`. */
  readonly callee: string;
  readonly line: number;
}

const known = new Map<string, { readonly text: string; readonly source: Source }>();

/** The same file is read once. @throws SyntaxError for a file that is neither TypeScript nor JavaScript */
export function readSource(path: string, text: string): Source {
  const before = known.get(path);
  if (before?.text === text) return before.source;
  const source = parse(path, text);
  known.set(path, { text, source });
  return source;
}

function parse(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const strings = readStrings(program, text);
  const blanks = [...comments, ...strings.flatMap(({ blanks }) => blanks)].toSorted((a, b) => a.start - b.start);
  return {
    path,
    statements: countStatements(program),
    imports: readImports(program),
    functions: readFunctions(program, text),
    calls: readCalls(program, text),
    pressed: readPressed(program, text),
    code: blankOut(text, blanks),
    strings: strings.map(({ content }) => content),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function visit(program: Program, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program);
}

function readImports(program: Program): readonly Import[] {
  const found: Import[] = [];
  const isTypes = (kind: string | undefined, names: readonly { readonly kind: string | undefined }[]) =>
    kind === 'type' || (names.length > 0 && names.every((name) => name.kind === 'type'));
  visit(program, {
    ImportDeclaration({ source, importKind, specifiers }) {
      const kinds = specifiers.map((each) => ({ kind: 'importKind' in each ? each.importKind : 'value' }));
      found.push({ specifier: source.value, isType: isTypes(importKind, kinds) });
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      const kinds = specifiers.map((each) => ({ kind: each.exportKind }));
      if (source !== null) found.push({ specifier: source.value, isType: isTypes(exportKind, kinds) });
    },
    ExportAllDeclaration({ source, exportKind }) {
      found.push({ specifier: source.value, isType: exportKind === 'type' });
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal') found.push({ specifier: String(source.value), isType: false });
    },
    TSImportType({ source }) {
      found.push({ specifier: source.value, isType: true });
    },
  });
  return found;
}

function readFunctions(program: Program, text: string): readonly FunctionLength[] {
  const found: FunctionLength[] = [];
  const names = new Map<Node, string>();
  const name = (value: Node | null, key: Span) => {
    if (value !== null) names.set(value, text.slice(key.start, key.end));
  };
  const measure = (node: Node & { readonly id?: Span | null }) => {
    const own = node.id ? text.slice(node.id.start, node.id.end) : (names.get(node) ?? '');
    found.push({ name: own, statements: countStatements(node) });
  };
  visit(program, {
    VariableDeclarator: ({ id, init }) => name(init, id),
    Property: ({ key, value }) => name(value, key),
    MethodDefinition: ({ key, value }) => name(value, key),
    PropertyDefinition: ({ key, value }) => name(value, key),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  });
  return found;
}

const counted =
  /^(?:(?!Block|Empty|Import|Export)\w+(?:Statement|Declaration)|MethodDefinition|PropertyDefinition|TS(?:Property|Method)Signature)$/;

/** A program or a function, by what has to be understood one after the other: pressing lines together changes nothing. */
function countStatements(root: Node): number {
  let count = 0;
  const queue: unknown[] = Object.values(root);
  for (const value of queue) {
    if (Array.isArray(value)) queue.push(...value);
    else if (isNode(value)) {
      if (counted.test(value.type)) count += 1;
      queue.push(...Object.values(value));
    }
  }
  return count;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function readCalls(program: Program, text: string): readonly Call[] {
  const found: Call[] = [];
  visit(program, {
    CallExpression({ callee, start }) {
      const line = text.slice(0, start).split('\n').length;
      found.push({ callee: text.slice(callee.start, callee.end), line });
    },
  });
  return found;
}

function readPressed(program: Program, text: string): readonly number[] {
  const found: number[] = [];
  visit(program, {
    SpreadElement({ argument, start }) {
      if (argument.type === 'ObjectExpression') found.push(text.slice(0, start).split('\n').length);
    },
  });
  return found;
}

interface WrittenString {
  readonly content: string;
  readonly blanks: readonly Span[];
}

/** Of a template its own text, as one string; what stands in its braces stays code. */
function readStrings(program: Program, text: string): readonly WrittenString[] {
  const found: WrittenString[] = [];
  const readTemplate = ({ quasis }: TSTemplateLiteralType | TemplateLiteral) => {
    const blanks = quasis.map(({ value, start }) => {
      const from = text.indexOf(value.raw, start);
      return { start: from, end: from + value.raw.length };
    });
    found.push({ content: quasis.map(({ value }) => value.raw).join(' '), blanks });
  };
  visit(program, {
    Literal({ value, start, end }) {
      if (typeof value !== 'string') return;
      const inside = { start: start + 1, end: end - 1 };
      found.push({ content: text.slice(inside.start, inside.end), blanks: [inside] });
    },
    TemplateLiteral: readTemplate,
    TSTemplateLiteralType: readTemplate,
  });
  return found;
}

function blankOut(text: string, spans: readonly Span[]): string {
  let code = '';
  let at = 0;
  for (const { start, end } of spans) {
    code += `${text.slice(at, start)} `;
    at = end;
  }
  return code + text.slice(at);
}
