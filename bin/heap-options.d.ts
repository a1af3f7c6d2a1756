export const heapOptions: readonly string[];
export const heapEnvironment: Readonly<Record<string, string>>;
export const smallOptions: readonly string[];
export const smallEnvironment: Readonly<Record<string, string>>;
export function startOf(
  runs: 'server' | 'small server' | 'command',
  version?: string,
): {
  readonly options: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};
