import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingRights } from './database-rights.ts';

const cases: readonly [what: string, grants: readonly string[], missing: readonly string[]][] = [
  ['everything', ['GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION'], []],
  ['all of its database', ['GRANT USAGE ON *.* TO `va`@`%`', 'GRANT ALL PRIVILEGES ON `va_site`.* TO `va`@`%`'], []],
  ['a name with an escaped underscore', ['GRANT ALL PRIVILEGES ON `va\\_site`.* TO `va`@`%`'], []],
  ['names in the quotes of ANSI_QUOTES', ['GRANT ALL PRIVILEGES ON "va_site".* TO "va"@"%"'], []],
  ['a pattern', ['GRANT SELECT, INSERT, UPDATE, DELETE ON `va%`.* TO `va`@`%`'], []],
  ['reading alone', ['GRANT SELECT ON `va_site`.* TO `va`@`%`'], ['INSERT', 'UPDATE', 'DELETE']],
  ['another database', ['GRANT ALL PRIVILEGES ON `other`.* TO `va`@`%`'], ['SELECT', 'INSERT', 'UPDATE', 'DELETE']],
  ['rights on tables cannot be told', ['GRANT SELECT ON `va_site`.`users` TO `va`@`%`'], []],
  ['a role cannot be told', ['GRANT `writer` TO `va`@`%`'], []],
];

for (const [what, grants, missing] of cases) {
  test(`rights of a database user: ${what}`, () => assert.deepEqual(missingRights(grants, 'va_site'), missing));
}
