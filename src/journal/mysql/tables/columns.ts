/** Texts are compared as they are written. */
export const text = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
export const short = (name: string) => `${name} VARCHAR(255) ${text} NOT NULL`;
export const number = (name: string) => `${name} BIGINT UNSIGNED NOT NULL`;
/** In milliseconds. */
export const instant = (name: string) => `${name} BIGINT NOT NULL`;
export const part = 'part SMALLINT UNSIGNED NOT NULL';

/** Returns the statement that makes a table, unless it is there. */
export function table(name: string, ...lines: readonly string[]): string {
  return `CREATE TABLE IF NOT EXISTS ${name} (${lines.join(', ')}) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4`;
}
