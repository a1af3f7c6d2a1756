import hooks from 'node:async_hooks';

/**
 * Loaded before `node:test`, which else follows every promise of the process, only to tell to which test an error
 * belongs that nobody awaits: that is up to half of the time of a test. Such an error of a promise fails the file, and is said with its place.
 */
const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ trackPromises: false, ...callbacks });

for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'] as const)
  process.on(event, (error) => console.error(error));
