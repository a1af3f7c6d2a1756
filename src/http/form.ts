import { textOfBytes } from '../lib/bytes-text.ts';
import { checkFormShape } from './body-shape.ts';

type FormValue = string | FormValue[] | { [name: string]: FormValue };

/**
 * Parses `application/x-www-form-urlencoded` to an object, with PHP's brackets: `fields[Gate]=A1`, `log[]=…`. Of members with the
 * same name the last one counts, as in PHP. A name or value that is no UTF-8 is read as Windows 1252.
 */
export function parseForm(bytes: Buffer): Readonly<Record<string, FormValue>> {
  checkFormShape(bytes);
  const form: Record<string, FormValue> = {};
  for (const [name, value] of pairsOf(bytes)) {
    const steps = stepsOf(name);
    if (!steps.includes('__proto__')) place(form, steps, value);
  }
  return form;
}

/** What `URLSearchParams` puts in the place of bytes that are no UTF-8. */
const unreadable = '\ufffd';

function pairsOf(bytes: Buffer): readonly (readonly [name: string, value: string])[] {
  const pairs = [...new URLSearchParams(bytes.toString('utf8'))];
  const isReadable = pairs.every(([name, value]) => !name.includes(unreadable) && !value.includes(unreadable));
  return isReadable ? pairs : bytePairsOf(bytes);
}

function bytePairsOf(bytes: Buffer): readonly (readonly [name: string, value: string])[] {
  const pairs = bytes.toString('latin1').split('&');
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decodeBytes(name), decodeBytes(rest.join('='))];
    });
}

function decodeBytes(encoded: string): string {
  const plain = encoded
    .replaceAll('+', ' ')
    .replaceAll(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return textOfBytes(Buffer.from(plain, 'latin1'));
}

/** Splits `positions[0][lat]` into `positions`, `0`, `lat`. */
function stepsOf(name: string): readonly string[] {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\]){1,3})$/.exec(name);
  if (parts === null) return [name];
  return [parts[1] ?? '', ...(parts[2] ?? '').slice(1, -1).split('][')];
}

function place(node: FormValue, steps: readonly string[], value: string): void {
  const [step = '', ...rest] = steps;
  if (typeof node === 'string') return;
  const key = Array.isArray(node) && step === '' ? String(node.length) : step;
  if (Array.isArray(node) && !(/^\d{1,7}$/.test(key) && Number(key) <= node.length)) return;
  const members = node as Record<string, FormValue>;
  const next = rest[0];
  if (next === undefined) {
    members[key] = value;
    return;
  }
  const old = Object.hasOwn(members, key) ? members[key] : undefined;
  const child = typeof old === 'object' ? old : next === '' || next === '0' ? [] : {};
  members[key] = child;
  place(child, rest, value);
}
