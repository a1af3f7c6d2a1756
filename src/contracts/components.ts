import type { TSchema } from 'typebox';

/** The part of a schema that leads to other schemas. */
interface Node {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
  /** What clients send, where the check takes more, so that a bad value does not refuse the rest of the body. */
  readonly 'x-sent'?: Node;
  readonly anyOf?: readonly Node[];
}

/** Collects the objects of a contract's bodies as named components, so that generated types have names. */
export class Components {
  readonly #schemas = new Map<string, object>();

  /**
   * Returns the schema with a reference in the place of each object. An object is named by its `title`.
   * @param name - of an object without a title that is a whole body
   */
  refer(schema: TSchema, name: string): object {
    return this.#refer(schema as Node, name);
  }

  /** By name, in the order of the names. */
  get schemas(): Readonly<Record<string, object>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #refer({ 'x-sent': sent, ...checked }: Node, name: string | null): object {
    const node = { ...checked, ...sent };
    const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
    if (types.includes('object')) return this.#objectOrNull(node, node.title ?? name, types);
    const { items, anyOf, ...rest } = node;
    const listName = name === null ? null : `${name}Item`;
    return {
      ...rest,
      ...(items === undefined ? {} : { items: this.#refer(items, listName) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map((each) => this.#refer(each, name)) }),
    };
  }

  #objectOrNull(node: Node, name: string | null, types: readonly string[]): object {
    if (name === null) throw new Error(`an object within a body has no title: ${JSON.stringify(node).slice(0, 200)}`);
    const { title: _title, description, ...rest } = node;
    const isNullable = types.includes('null');
    this.#add(name, { ...rest, type: 'object', ...(isNullable || description === undefined ? {} : { description }) });
    const reference = { $ref: `#/components/schemas/${name}` };
    return isNullable ? { anyOf: [reference, { type: 'null' }], description } : reference;
  }

  #add(name: string, { properties, patternProperties, additionalProperties, ...node }: Node): void {
    // A record of any names is written with a pattern that fits every name.
    const others = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
    const members = Object.entries(properties ?? {}).map(([member, each]) => [member, this.#refer(each, null)]);
    const component = {
      ...node,
      ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
      ...(others === undefined
        ? {}
        : { additionalProperties: typeof others === 'boolean' ? others : this.#refer(others, null) }),
    };
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component))
      throw new Error(`two objects have the title ${name}`);
    this.#schemas.set(name, component);
  }
}
