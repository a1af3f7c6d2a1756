/**
 * What is wrong with a server on purpose, when a proof itself is tried: it remembers every report for ever and acknowledges
 * each 15th without storing it, or it acknowledges before the commit.
 */
export type Weakness = 'none' | 'leaks-and-forgets' | 'early-reply';
