import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trackerSetting, trackerSettingNames } from './settings.ts';

test('phpVMS’s own form takes of each setting what the server takes, and no more', () => {
  for (const name of trackerSettingNames) {
    const { field, laravel, parse } = trackerSetting(name);
    const takes = (text: string) => 'value' in parse(text);
    const bounds = (rule: string) =>
      laravel
        .find((each) => each.startsWith(`${rule}:`))
        ?.slice(rule.length + 1)
        .split(',')
        .map(Number);
    if (field === 'number') {
      const [min = Number.NaN, max = Number.NaN] = bounds('between') ?? [];
      const tried = [min - 1, min, max, max + 1].map((value) => takes(String(value)));
      assert.deepEqual(tried, [false, true, true, false], name);
    } else if (field === 'url' || name === 'va_name') {
      const [max = Number.NaN] = bounds('max') ?? [];
      const text = (length: number) => (field === 'url' ? 'https://a.example/' : '').padEnd(length, 'x');
      assert.deepEqual([takes(text(max)), takes(text(max + 1))], [true, false], name);
    } else if (field === 'flag') assert.ok(laravel.includes('boolean'), name);
  }
});
