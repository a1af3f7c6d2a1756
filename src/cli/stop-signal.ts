const waiting = new Set<() => void>();

/**
 * Settles at the first SIGTERM or SIGINT. Later ones are ignored: terminals, npm and supervisors send them twice, and
 * the second must not interrupt the orderly stop. However often it is called, the process has one listener for each.
 */
export function stopSignal(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    if (!process.listeners(signal).includes(settleAll)) process.on(signal, settleAll);
  return new Promise((resolve) => waiting.add(resolve));
}

function settleAll(): void {
  for (const settle of waiting) settle();
  waiting.clear();
}
