/**
 * Contracts check bodies and answers themselves. Without this the framework loads a hundred modules for schemas at start,
 * though no route has one.
 */
export const noSchemas = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };

function refuse(): never {
  throw new Error('no route has a schema of the framework');
}
