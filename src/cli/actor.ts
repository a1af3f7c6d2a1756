import { userInfo } from 'node:os';

/** Returns the actor for the audit log: the user account that runs the command. */
export function actor(): string {
  try {
    return `${userInfo().username}@cli`;
  } catch {
    return 'operator@cli';
  }
}
