import { join } from 'node:path';

/** What of JSON Schema the contracts use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** A TypeScript type that needs no library, its members described as in the schema. */
export function plainType(schema: Schema, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => plainType(each, indent)));
  if (schema.type === undefined) return 'unknown';
  const names = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return union(names.map((name) => typeNamed(name, schema, indent)));
}

function typeNamed(name: string, schema: Schema, indent: string): string {
  if (name === 'integer' || name === 'number') return 'number';
  if (name === 'array') return `Array<${plainType(schema.items ?? {}, indent)}>`;
  if (name !== 'object') return name;
  const [others] = Object.values(schema.patternProperties ?? {});
  if (others !== undefined) return `Record<string, ${plainType(others, indent)}>`;
  const deeper = `${indent}  `;
  const members = Object.entries(schema.properties ?? {}).map(([key, member]) => {
    const mark = schema.required?.includes(key) ? '' : '?';
    const comment =
      member.description === undefined ? '' : `${deeper}/** ${member.description.replaceAll('*/', '*\\/')} */\n`;
    return `${comment}${deeper}${/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key)}${mark}: ${plainType(member, deeper)};\n`;
  });
  return members.length === 0 ? 'Record<string, unknown>' : `{\n${members.join('')}${indent}}`;
}

/** Where it stands in a longer type, that one has brackets of its own. */
function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/**
 * Declarations in which each `Static<typeof schema>` is written out, so that who reads them needs neither the schemas nor their library.
 * @param folder - of the source file that the declarations are of: imports are relative to it
 * @throws Error if an import, or what it names, cannot be resolved
 */
export async function withPlainTypes(declarations: string, folder: string): Promise<string> {
  const schemas = new Map<string, Schema | undefined>();
  const imports = /^import type \{([^}]+)\} from '([^']+)';\n/gm;
  for (const [, names = '', from = ''] of declarations.matchAll(imports)) {
    if (from === 'typebox') continue;
    const loaded = (await import(join(folder, from.replace(/\.js$/, '.ts')))) as Record<string, Schema | undefined>;
    for (const name of names.split(',').map((each) => each.trim())) schemas.set(name, loaded[name]);
  }
  return declarations.replaceAll(imports, '').replaceAll(/\bStatic<typeof ([\w.]+)>/g, (_, path: string) => {
    const [name = '', ...members] = path.split('.');
    const schema = members.reduce(
      (value, key) => (value as Readonly<Record<string, Schema | undefined>> | undefined)?.[key],
      schemas.get(name),
    );
    if (schema === undefined) throw new Error(`${path} is no schema that is imported in ${folder}.`);
    return plainType(schema);
  });
}
