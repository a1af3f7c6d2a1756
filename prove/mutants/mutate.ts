import { type Node, parseSync } from 'oxc-parser';
import { type Edit, editsOf } from './edits.ts';

/** Every mistake that can be made in a source. @throws Error for one that is no TypeScript */
export function mutationsOf(path: string, text: string): readonly Edit[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const edits: Edit[] = [];
  visit(program, null, false);
  return edits;

  function visit(node: Node, parent: Node | null, isInFunction: boolean): void {
    if (isOnlySaid(node, parent)) return;
    edits.push(...editsOf(node, { text, parent, isInFunction }));
    const isDeeper = isInFunction || /Function|MethodDefinition/.test(node.type);
    for (const [name, value] of Object.entries(node) as readonly (readonly [string, unknown])[]) {
      if (name === 'parent' || (name === 'key' && 'computed' in node && node.computed === false)) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, isDeeper);
    }
  }
}

/** The source with the mistake. */
export function withEdit(text: string, { start, end, replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Types, and what is imported from where: nothing of it runs. */
function isOnlySaid({ type }: Node, parent: Node | null): boolean {
  if (/^(TSAs|TSSatisfies|TSNonNull)Expression$/.test(type)) return false;
  return (
    type.startsWith('TS') ||
    type.startsWith('Import') ||
    (parent?.type.startsWith('Export') && type === 'Literal') === true
  );
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  );
}
