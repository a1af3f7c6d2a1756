/** What is wrong with the server on purpose, when the proof itself is tried: `synchronous=NORMAL`, or replies before the commit. */
export type Weakness = 'none' | 'no-sync' | 'early-reply';
