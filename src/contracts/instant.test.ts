import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant, parseInstant } from './instant.ts';

for (const day of ['2024-02-29', '2000-02-29', '2023-02-28', '2023-12-31', '2024-01-01', '2024-04-30'])
  test(`${day} is a day`, () => {
    const text = `${day}T23:59:59.999Z`;
    const at = parseInstant(text);
    assert.equal(at, Date.parse(text));
    assert.equal(formatInstant(at ?? 0), text);
  });

for (const text of ['2023-02-29T00:00:00Z', '2100-02-29T00:00:00Z', '2024-02-30T00:00:00Z', '2024-04-31T00:00:00Z'])
  test(`${text} is none`, () => {
    assert.equal(parseInstant(text), null);
  });

for (const text of ['2024-02-29', '2024-02-29T24:00:00Z', '2024-02-29T12:00:00+01:00', '1969-12-31T23:59:59Z', ''])
  test(`${JSON.stringify(text)} is no instant`, () => {
    assert.equal(parseInstant(text), null);
  });
