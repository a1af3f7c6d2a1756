import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { CommandIo } from './command.ts';
import { form } from './form.ts';

test('a command whose entry for the audit log could not be saved changes nothing', async (t) => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === './reach.ts' && context.parentURL?.endsWith('?without-reach') === true)
        throw new Error('too many open files');
      return next(specifier, context);
    },
  });
  t.after(() => hooks.deregister());
  const { href } = new URL('./command-of.ts?without-reach', import.meta.url);
  const { commandOf } = (await import(href)) as typeof import('./command-of.ts');
  const changed: string[] = [];
  const add = form({
    withoutData: true,
    run: async () => changed.push('one'),
    done: () => ['add', 'one', null],
  });
  const command = commandOf({ name: 'thing', summary: 'Adds one.', text: '' }, [add]);
  await assert.rejects(command.run([], {} as CommandIo), /too many open files/);
  assert.deepEqual(changed, []);
});
