import assert from 'node:assert/strict';
import { test } from 'node:test';
import { override } from './override.ts';

class Counter {
  #count = 0;
  get count(): number {
    return this.#count;
  }
  add(by: number): number {
    this.#count += by;
    return this.#count;
  }
  twice(by: number): number {
    return this.add(this.add(by));
  }
}

test('the methods given are called in place of the own ones, all others are those of the object', () => {
  const inner = new Counter();
  const outer = override(inner, { add: () => -1 });
  assert.equal(outer.add(5), -1);
  assert.equal(outer.twice(2), 4, 'within the object its own methods are called');
  assert.equal(outer.count, 4);
  assert.equal(outer.twice, outer.twice, 'one function each');
  assert.equal((outer as unknown as { missing?: unknown }).missing, undefined);
});

test('a name that every object has is not overridden by chance', () => {
  class Named extends Counter {
    override toString(): string {
      return 'its own';
    }
  }
  assert.equal(override(new Named(), {}).toString(), 'its own');
});

test('a method that is replaced later is the one that is called', () => {
  const inner = { say: () => 'a' };
  const outer = override(inner, {});
  assert.equal(outer.say(), 'a');
  inner.say = () => 'b';
  assert.equal(outer.say(), 'b');
});
