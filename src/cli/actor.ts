import { userInfo } from 'node:os';

/** Who did it, for the audit log: the account at the keyboard. */
export function actor(): string {
  try {
    return `${userInfo().username}@cli`;
  } catch {
    return 'operator@cli';
  }
}
