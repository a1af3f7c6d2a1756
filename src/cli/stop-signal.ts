/**
 * Settles at the first SIGTERM or SIGINT. Later ones are ignored: terminals, npm and supervisors send them twice, and
 * the second must not interrupt the orderly stop.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => resolve());
  });
}
