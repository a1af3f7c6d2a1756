/** A source file as the rules see it: comments gone, strings apart. */
export interface Source {
  /** From the root of the repository: `src/tracking/model.ts`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
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

const tokens = new RegExp(
  [
    String.raw`(?<comment>//[^\n]*|/\*[^]*?\*/)`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|${'`'}(?:\\.|[^${'`'}\\])*${'`'})`,
    String.raw`(?<=[=(,:;!&|?{}[\n]|return|=>)\s*(?<regex>/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])+/[a-z]*)`,
  ].join('|'),
  'g',
);

const importing = /\b(?<verb>import|export)\s+(?<what>(?:type\s+)?[^'";]*?\bfrom\s*)?(?<quoted>'\d+')/g;
const dynamic = /\b(?<before>(?:typeof\s+|[:<|&,=]\s*)?)import\(\s*(?<quoted>'\d+')\s*\)(?<after>\.[A-Z])?/g;

/** Cuts a TypeScript file into code, strings and imports, without judging it. */
export function readSource(path: string, text: string): Source {
  const strings: string[] = [];
  const code = text.replaceAll(tokens, (token, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.comment !== undefined) return ' ';
    if (groups.string === undefined) return token.startsWith('/') ? '/ /' : token;
    strings.push(groups.string.slice(1, -1));
    return `'${strings.length - 1}'`;
  });
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return { path, lines, imports: readImports(code, strings), code, strings };
}

function readImports(code: string, strings: readonly string[]): readonly Import[] {
  const found: Import[] = [];
  const specifier = (quoted: string | undefined) => strings[Number(quoted?.slice(1, -1))] ?? '';
  for (const { groups } of code.matchAll(importing)) {
    found.push({ specifier: specifier(groups?.quoted), isType: isTypeClause(groups?.what ?? '') });
  }
  for (const { groups } of code.matchAll(dynamic)) {
    found.push({ specifier: specifier(groups?.quoted), isType: groups?.after !== undefined });
  }
  return found;
}

/** `type { A } from`, or `{ type A, type B } from`. */
function isTypeClause(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{(?<names>[^}]*)\}\s*from/.exec(clause)?.groups?.names;
  if (names === undefined) return false;
  return names.split(',').every((name) => name.trim() === '' || /^type\s/.test(name.trim()));
}
