/** What is done to a flight. `loss`: a request never arrives; `lost-answer`: it arrives, and the client is not told. */
export const faultKinds = ['loss', 'lost-answer', 'delay', 'duplicate', 'reorder', 'skew', 'expiry', 'crash'] as const;
export type FaultKind = (typeof faultKinds)[number];
