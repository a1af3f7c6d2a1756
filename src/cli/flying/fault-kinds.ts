/** Kinds of injected faults. `loss`: a request never arrives; `lost-answer`: it arrives, but its response is lost. */
export const faultKinds = ['loss', 'lost-answer', 'delay', 'duplicate', 'reorder', 'skew', 'expiry', 'crash'] as const;
export type FaultKind = (typeof faultKinds)[number];
