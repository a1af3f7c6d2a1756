import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeDisk } from './machine.ts';
import { judgeCertificate } from './transport.ts';

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;

test('a certificate is reported two weeks before its end, and at once when clients refuse it', () => {
  const cases: readonly [end: number, problem: string | null, found: string | null][] = [
    [now + 90 * day, null, null],
    [now + 14 * day, null, null],
    [now + 13.9 * day, null, 'certificate-expiring: it ends in 13 days'],
    [now - day, 'CERT_HAS_EXPIRED', 'certificate-wrong: CERT_HAS_EXPIRED'],
    [now + 90 * day, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-wrong: DEPTH_ZERO_SELF_SIGNED_CERT'],
    [Number.NaN, null, null],
  ];
  for (const [end, problem, found] of cases) {
    const [first] = judgeCertificate('https://crew.example', { end, problem }, now);
    assert.equal(first === undefined ? null : `${first.name}: ${first.evidence}`, found);
  }
});

test('a disk is nearly full below a gibibyte, and seriously so below a hundred mebibytes', () => {
  const cases: readonly [free: number, severity: string | undefined][] = [
    [50_000, undefined],
    [1_024, undefined],
    [1_023, 'warning'],
    [100, 'warning'],
    [99, 'serious'],
  ];
  for (const [free, severity] of cases) assert.equal(judgeDisk('/data', free)[0]?.severity, severity, `${free}`);
});
