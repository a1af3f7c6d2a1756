import hooks from 'node:async_hooks';

/**
 * Loaded before `node:test`, which else follows every promise of the process, only to tell to which test an error
 * belongs that nobody awaits: that is up to half of the time of a test. Such an error of a promise fails the file, and is said with its place.
 */
const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ trackPromises: false, ...callbacks });

process.on('uncaughtExceptionMonitor', (error) => console.error(error));
process.on('unhandledRejection', (error) => {
  console.error(error);
  // A thread of the process has this file too, and no tests that hear of it.
  if (process.listenerCount('unhandledRejection') === 1) throw error;
});
