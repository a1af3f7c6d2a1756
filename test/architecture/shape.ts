import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, type Program, parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import { isFlyingClient, isWorld } from './doubles.ts';
import { measureShape } from './imports.ts';
import { readSource } from './read-source.ts';
import { measureRooms } from './rooms.ts';

/** What the house is measured by. What must not grow has its cap in `caps.ts`. */
export interface TreeShape {
  /** Folders and files right below `src`, and `bench`, and `prove`; imports between them. */
  readonly parts: number;
  readonly arrows: number;
  /** The core: the longest way down its rooms, imports between them, files in its root. */
  readonly coreFloors: number;
  readonly coreArrows: number;
  readonly coreFiles: number;
  /** Lists that name at least three methods of an interface by hand. */
  readonly handLists: number;
  readonly doubleCasts: number;
  /** Objects in objects, `...{ a, b }`: they press several lines into one. */
  readonly pressedObjects: number;
  /** Files with one export and at most 15 lines. */
  readonly tinyFiles: number;
  readonly sourceLines: number;
  readonly sourceFiles: number;
  /** Proofs and benches, with their tests. */
  readonly proofLines: number;
  /** Modules that spell how a client flies: a contract's wire has one. */
  readonly clients: number;
  /** Modules of tests, proofs and benches that set up a server. */
  readonly worlds: number;
}

/** Source is what ships: `src` without its tests, in all languages. */
const languages = 'src/**/*.{ts,js,eta,php,css}';
const isTest = (path: string) => path.endsWith('test.ts');

/** @param root the repository, or a copy of it */
export function measureTree(root: string): TreeShape {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const find = (pattern: string) => globSync(pattern, { cwd: root }).filter((path) => !isTest(path));
  const modules = [...find('{src,bench,prove}/**/*.ts'), ...find('src/web/browser/**/*.js')];
  const sources = new Map(modules.map((path) => [path, readSource(path, read(path))] as const));
  const { parts, arrows } = measureShape(sources);
  const core = measureRooms(sources, 'src/tracking/');
  const files = find('src/**/*.ts').map((path) => ({ path, text: read(path) }));
  const programs = files.map(({ path, text }) => ({ path, program: parseSync(path, text).program }));
  const methods = methodNames(programs.map(({ program }) => program));
  const others = find('{src,bench,prove,test}/**/*.ts').map((path) => [path, read(path)] as const);
  const sum = (count: (file: { readonly path: string; readonly program: Program }) => number) =>
    programs.reduce((total, each) => total + count(each), 0);
  return {
    parts: parts.length,
    arrows: arrows.length,
    coreFloors: core.floors,
    coreArrows: core.arrows.length,
    coreFiles: core.files.length,
    handLists: sum(({ program }) => findHandLists(program, methods).length),
    doubleCasts: files.reduce((total, { text }) => total + linesWith(text, 'as unknown as'), 0),
    pressedObjects: files.reduce((total, { path }) => total + (sources.get(path)?.pressed.length ?? 0), 0),
    tinyFiles: files.filter(({ text }) => isTiny(text)).length,
    sourceLines: find(languages).reduce((total, path) => total + countLines(read(path)), 0),
    sourceFiles: files.length,
    proofLines: globSync('{bench,prove}/**/*.*', { cwd: root }).reduce(
      (total, path) => total + countLines(read(path)),
      0,
    ),
    clients: others.filter(([path, text]) => isFlyingClient(path, text)).length,
    worlds: others.filter(([path, text]) => isWorld(path, text)).length,
  };
}

/** Interfaces whose methods have a table; a list of their names beside it can be forgotten. */
const tabled = /^(?:Calls|DeskCalls|OperatorCalls|Operator|Platform|PilotDesk|PirepPapers|Journal|WebhookCalls)$/;

function methodNames(programs: readonly Program[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const program of programs)
    visit(program, {
      TSInterfaceDeclaration({ id, body }) {
        if (!tabled.test(id.name)) return;
        for (const member of body.body)
          if ('key' in member && member.key.type === 'Identifier') names.add(member.key.name);
      },
    });
  return names;
}

/** Constants in which at least three methods, and nothing else, are listed by their names. */
export function findHandLists(program: Program, methods: ReadonlySet<string>): readonly number[] {
  const found: number[] = [];
  visit(program, {
    VariableDeclarator({ init, start }) {
      const list = listIn(init);
      if (list !== null && list.length >= 3 && list.every((text) => methods.has(text))) found.push(start);
    },
  });
  return found;
}

/** The texts of `['a', 'b'] as const satisfies …` or of `new Set(['a', 'b'])`; null for anything else. */
function listIn(value: Expression | null): readonly string[] | null {
  if (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') return listIn(value.expression);
  const [first] = value?.type === 'NewExpression' ? value.arguments : [];
  if (first !== undefined && first.type !== 'SpreadElement') return listIn(first);
  if (value?.type !== 'ArrayExpression') return null;
  const elements = value.elements.filter((each) => each?.type !== 'SpreadElement');
  const texts = elements.flatMap((each) => (each?.type === 'Literal' ? [String(each.value)] : []));
  return texts.length === elements.length ? texts : null;
}

function visit(program: Program, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program);
}

function isTiny(text: string): boolean {
  return countLines(text) <= 15 && (text.match(/^export (?!type \{|\{)/gm) ?? []).length === 1;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function linesWith(text: string, words: string): number {
  return text.split('\n').filter((line) => line.includes(words)).length;
}
