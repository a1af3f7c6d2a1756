import { posix } from 'node:path';

type Read = (path: string) => string | null;

/** Whole-line comments; our sources have no text of several lines that could hold such a line. */
const comments = /^[ \t]*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*|\/\/.*)\r?\n/gm;
const importing = /^import (?:\{([^}]*)\} from )?'([^']+)';\r?\n/gm;
const exporting = /^export ((?:async )?function|class|const) (\w+)/gm;
/** Of a module that may wait while it is loaded; one that waits only later loads as well. */
const waiting = /\bawait\b/;

/**
 * Returns one script that does what the module at `path` and all that it imports do: on a slow line fifty files take seconds.
 * It must be served from the same folder as the module. It reads our own sources, whose form the linter keeps: named
 * imports and exports, each beginning a line.
 * @throws Error when a module has a form that it does not know
 */
export function bundle(path: string, read: Read): string {
  const numbers = new Map<string, number>();
  const parts: string[] = [];
  const add = (module: string): number => {
    const known = numbers.get(module);
    if (known !== undefined) return known;
    const source = read(module);
    if (source === null) throw new Error(`There is no module ${module}.`);
    const body = wrap(source, { module, from: posix.dirname(path), add });
    numbers.set(module, numbers.size);
    const number = numbers.size - 1;
    parts.push(`const m${number} = ${body};\n`);
    return number;
  };
  add(path);
  return parts.join('');
}

interface Place {
  readonly module: string;
  /** Folder of the bundle. */
  readonly from: string;
  /** Adds a module before this one; returns its number. */
  add(module: string): number;
}

function wrap(source: string, { module, from, add }: Place): string {
  const names: string[] = [];
  const text = source
    .replace(comments, '')
    .replace(importing, (_, list: string | undefined, specifier: string) => {
      const number = add(posix.join(posix.dirname(module), specifier));
      return list === undefined
        ? ''
        : `const {${list.replaceAll(/\bas\b/g, ':').replaceAll(/(?<! ) +:/g, ':')}} = m${number};\n`;
    })
    .replace(exporting, (_, kind: string, name: string) => {
      names.push(name);
      return `${kind} ${name}`;
    });
  if (/^(?:import|export)\b/m.test(text)) throw new Error(`${module} has an import or export of another form.`);
  const isWaiting = waiting.test(text);
  const own = `new URL(${JSON.stringify(posix.relative(from, module))}, import.meta.url).href`;
  const placed = text
    .replaceAll('import.meta.url', own)
    .replaceAll(/\bimport\((`[^`]*`)\)/g, (_, target: string) => `import(new URL(${target}, ${own}).href)`);
  const result = `${placed}return { ${names.join(', ')} };\n`;
  return isWaiting ? `await (async () => {\n${result}})()` : `(() => {\n${result}})()`;
}
