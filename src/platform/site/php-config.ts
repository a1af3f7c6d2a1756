import { createRequire } from 'node:module';
import type { Call, Constant, Node } from 'php-parser';

/** Loaded only where PHP is read: its 146 files would delay the start of every server. */
const require = createRequire(import.meta.url);

/** A literal as PHP configuration files hold it. */
export type PhpValue = string | number | boolean | null | ReadonlyMap<string, PhpValue>;

/** What a PHP file sets, read from its syntax tree. Nothing of it is run. */
export interface PhpConfig {
  /** `define` and `const`; of several with one name the first counts, as in PHP. */
  readonly constants: ReadonlyMap<string, PhpValue>;
  /** `Config::Set`; the last counts. */
  readonly settings: ReadonlyMap<string, PhpValue>;
  /** What is neither, or not plain enough to be read, by its line. */
  readonly notRead: readonly PhpRemark[];
}

export interface PhpRemark {
  readonly line: number;
  /** What stands there: a constant's name, or the kind of statement. */
  readonly what: string;
}

/** The file is no PHP that could be read. */
export class PhpSyntaxError extends Error {
  override readonly name = 'PhpSyntaxError';
}

/**
 * Bytes are read one to one: configuration files of older hosts are ISO-8859-1 as often as UTF-8. Texts come out as UTF-8
 * where their bytes are that.
 * @throws PhpSyntaxError with the line.
 */
export function readPhpConfig(bytes: Uint8Array, fileName: string): PhpConfig {
  const reader = new Reader();
  for (const statement of parse(Buffer.from(bytes).toString('latin1'), fileName)) reader.read(statement);
  return reader;
}

/** The statements of a file; also for other uses of the syntax tree. */
export function parse(code: string, fileName: string): readonly Node[] {
  const { Engine } = require('php-parser') as typeof import('php-parser');
  const engine = new Engine({
    parser: { php7: true, suppressErrors: false, extractDoc: false },
    ast: { withPositions: true },
  });
  try {
    return engine.parseCode(code, fileName).children;
  } catch (error) {
    throw new PhpSyntaxError(error instanceof Error ? error.message : String(error));
  }
}

class Reader implements PhpConfig {
  readonly constants = new Map<string, PhpValue>();
  readonly settings = new Map<string, PhpValue>();
  readonly notRead: PhpRemark[] = [];

  read(node: Node): void {
    if (node.kind === 'inline' || node.kind === 'noop') return;
    if (node.kind === 'block') {
      for (const child of partsOf(node, 'children')) this.read(child as Node);
    } else if (node.kind === 'constantstatement') {
      for (const each of partsOf(node, 'constants')) {
        const constant = each as Constant;
        this.#define(nameOf(constant), constant.value, constant);
      }
    } else if (node.kind === 'expressionstatement') {
      this.#readExpression(partOf(node, 'expression') as Node);
    } else {
      this.#remark(node, node.kind);
    }
  }

  #readExpression(node: Node): void {
    const expression = node.kind === 'silent' ? (partOf(node, 'expr') as Node) : node;
    const call = expression.kind === 'call' ? (expression as Call) : null;
    const [key, value] = call?.arguments ?? [];
    const name = key === undefined ? undefined : literal(key);
    const callee = call === null ? '' : calleeOf(call);
    if (typeof name !== 'string' || value === undefined) this.#remark(expression, callee || expression.kind);
    else if (callee === 'define') this.#define(name, value, expression);
    else if (callee === 'config::set') this.#set(name, value, expression);
    else this.#remark(expression, callee);
  }

  #define(name: string, value: string | boolean | number | Node | null, at: Node): void {
    const read = literal(value);
    if (read === undefined) this.#remark(at, name);
    else if (!this.constants.has(name)) this.constants.set(name, read);
  }

  #set(name: string, value: Node, at: Node): void {
    const read = literal(value);
    if (read === undefined) this.#remark(at, name);
    else this.settings.set(name, read);
  }

  #remark(node: Node, what: string): void {
    this.notRead.push({ line: node.loc?.start.line ?? 0, what });
  }
}

/** A member of a node that its type does not name; undefined where it has none. */
function partOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
}

function partsOf(node: unknown, name: string): readonly unknown[] {
  const parts = partOf(node, name);
  return Array.isArray(parts) ? parts : [];
}

function nameOf(constant: Constant): string {
  const name: unknown = constant.name;
  return typeof name === 'object' && name !== null && 'name' in name ? String(name.name) : String(name);
}

/** `define`, or `config::set`, in lower case; '' for a callee that is computed. */
function calleeOf(call: Call): string {
  const what = partOf(call, 'what');
  const kind = partOf(what, 'kind');
  if (kind === 'name') return String(partOf(what, 'name')).toLowerCase().replace(/^\\/, '');
  if (kind !== 'staticlookup') return '';
  const names = [partOf(what, 'what'), partOf(what, 'offset')].map((part) => String(partOf(part, 'name') ?? ''));
  return names.join('::').toLowerCase();
}

/** The value, or undefined for anything that would have to be computed. */
function literal(node: unknown): PhpValue | undefined {
  if (typeof node !== 'object' || node === null || !('kind' in node)) return undefined;
  const { kind, value } = node as { kind: string; value?: unknown };
  if (kind === 'string') return readText(String(value));
  if (kind === 'number') return Number(String(value).replaceAll('_', ''));
  if (kind === 'boolean') return value === true;
  if (kind === 'nullkeyword') return null;
  if (kind === 'array') return literalArray(partsOf(node, 'items'));
  if (kind !== 'unary') return undefined;
  const inner = literal(partOf(node, 'what'));
  return partOf(node, 'type') === '-' && typeof inner === 'number' ? -inner : undefined;
}

function literalArray(items: readonly unknown[]): ReadonlyMap<string, PhpValue> | undefined {
  const made = new Map<string, PhpValue>();
  let next = 0;
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('value' in item)) return undefined;
    const { key, value } = item as { key?: unknown; value: unknown };
    const name = key === null || key === undefined ? next : literal(key);
    const read = literal(value);
    if ((typeof name !== 'string' && typeof name !== 'number') || read === undefined) return undefined;
    made.set(String(name), read);
    if (typeof name === 'number') next = name + 1;
  }
  return made;
}

function readText(latin1: string): string {
  // A letter above 255 was written as an escape.
  if ([...latin1].some((letter) => letter.charCodeAt(0) > 255)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : latin1;
}
