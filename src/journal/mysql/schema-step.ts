/**
 * A step of the schema. Changes of tables end a transaction by themselves, and two servers may apply them at the same time: every
 * statement can be repeated (`IF NOT EXISTS`). A released step is never changed.
 */
export interface SchemaStep {
  readonly number: number;
  /** The oldest version that may go on using the tables after this step, so that servers are upgraded one after the other. */
  readonly usableFrom: number;
  readonly statements: readonly string[];
}
