import { userInfo } from 'node:os';

/** Returns the name of the user of this process, for messages; the number of one that the system has no name for (a container's). */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${process.getuid?.()}`;
  }
}

/** Returns the actor for the audit log: the user account that runs the command. */
export function actor(): string {
  try {
    return `${userInfo().username}@cli`;
  } catch {
    return 'operator@cli';
  }
}
