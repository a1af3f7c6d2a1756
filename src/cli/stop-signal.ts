/**
 * Settles at the first SIGTERM or SIGINT. Later ones change nothing: a terminal, npm and supervisors send them twice, and
 * the second must not cut short what the first let finish.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => resolve());
  });
}
