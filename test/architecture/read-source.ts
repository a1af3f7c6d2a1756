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
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly functions: readonly FunctionLength[];
  readonly calls: readonly Call[];
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
  /** From its first line to its last, what it holds included. */
  readonly lines: number;
}

export interface Call {
  /** What is called, as written: `setTimeout`, `world.clock.advance`. */
  readonly callee: string;
  readonly line: number;
}

/** @throws SyntaxError for a file that is neither TypeScript nor JavaScript */
export function readSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const strings = readStrings(program, text);
  const blanks = [...comments, ...strings.flatMap(({ blanks }) => blanks)].toSorted((a, b) => a.start - b.start);
  return {
    path,
    lines,
    imports: readImports(program),
    functions: readFunctions(program, text),
    calls: readCalls(program, text),
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
    found.push({ name: own, lines: text.slice(node.start, node.end).split('\n').length });
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
