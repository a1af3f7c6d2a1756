export const heapOptions: readonly string[];
export const heapEnvironment: Readonly<Record<string, string>>;
