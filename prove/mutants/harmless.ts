/** Mutants that change nothing that anybody can notice, by what `draw.ts` calls their text, each with the reason. */
export const harmless: Readonly<Record<string, string>> = {};
