import { gzipSync } from 'node:zlib';
import type { Choices } from './choices.ts';
import { hostileTexts } from './texts.ts';

/** A body with the headers that describe it, truly or not. */
export interface Body {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const gzip = { 'content-encoding': 'gzip' };
const bomb = gzipSync(Buffer.alloc(8 << 20, '[{'));
const smallBomb = gzipSync(Buffer.alloc(1 << 20, ' '));
const ofText = (text: string, headers: Body['headers'] = json): Body => ({ bytes: Buffer.from(text), headers });
const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

/** Bodies that are the same whatever the route. */
const fixed: readonly Body[] = [
  { bytes: bomb, headers: { ...json, ...gzip } },
  { bytes: bomb, headers: { ...form, ...gzip } },
  { bytes: Buffer.concat([smallBomb, smallBomb, smallBomb]), headers: { ...json, ...gzip } },
  { bytes: gzipSync(gzipSync('{"a":1}')), headers: { ...json, ...gzip } },
  { bytes: gzipSync('{"a":1}').subarray(0, 12), headers: { ...json, ...gzip } },
  { bytes: Buffer.from('no gzip'), headers: { ...json, ...gzip } },
  { bytes: Buffer.alloc(0), headers: { ...json, ...gzip } },
  ofText('{"a":1}', { ...json, 'content-encoding': 'br' }),
  ofText('{"a":1}', { ...json, 'content-encoding': 'gzip, gzip' }),
  ofText('{"a":1}', { ...json, 'content-encoding': 'identity, x' }),
  { bytes: Buffer.from('{"message":"ö"}', 'utf16le'), headers: { 'content-type': 'application/json; charset=utf-16' } },
  { bytes: Buffer.from('{"message":"ö"}', 'latin1'), headers: { 'content-type': 'application/json; charset=utf-8' } },
  { bytes: Buffer.from('{"message":"ö"}', 'latin1'), headers: { 'content-type': 'application/json; charset=latin1' } },
  ofText('{}', { 'content-type': 'application/json; charset=""' }),
  ofText('{}', { 'content-type': 'application/json;charset=utf-8;charset=utf-7' }),
  ofText('{}', { 'content-type': '' }),
  ofText('{}', { 'content-type': 'application/jsonx' }),
  ofText('{}', { 'content-type': 'APPLICATION/JSON' }),
  ofText('{}', { 'content-type': 'application/vnd.api+json' }),
  ofText('<a/>', { 'content-type': 'application/xml' }),
  ofText('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--', {
    'content-type': 'multipart/form-data; boundary=x',
  }),
  ofText(deep(60_000, '[', '')),
  ofText(deep(30_000, '{"a":', '}')),
  ofText(deep(63, '[', ']')),
  ofText(`{"a":${deep(62, '[', ']')}}`),
  ofText(`[${'{},'.repeat(20_000)}{}]`),
  ofText(`{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`),
  ofText('{"a":1e999999}'),
  ofText(`{"a":${'9'.repeat(5_000)}}`),
  ofText('{"a":-0,"a":0,"a":1}'),
  ofText('{"__proto__":{"polluted":1}}'),
  ofText('{"\\u005f\\u005fproto__":{"polluted":1}}'),
  ofText('{"constructor":{"prototype":{"polluted":1}}}'),
  ofText('\ufeff{}'),
  ofText('{"a":"\\ud800"}'),
  ofText('{"a":"\\u0000"}'),
  ofText('{"a":1'),
  ofText('{"a":1}}'),
  ofText('{a:1}'),
  ofText('null'),
  ofText('[]'),
  ofText('"text"'),
  ofText('1'),
  ofText('\0\0\0'),
  ofText(''),
  ofText('a=&'.repeat(20_000), form),
  ofText('a[b][c][d][e]=1&a[]=2&a[__proto__][x]=3&[]=4&a[b=5&%=6&=7', form),
  ofText('positions[0][lat]=1&positions[9999999][lat]=2&positions[-1]=3', form),
  ofText('%ff%fe=%zz&%00=%00', form),
  ofText('__proto__[polluted]=1&constructor[prototype][polluted]=1', form),
];

export function hostileBody(choices: Choices): Body {
  if (choices.happens(0.7)) return choices.of(fixed);
  const length = choices.below(2_000);
  const bytes = Buffer.from(Array.from({ length }, () => choices.below(256)));
  return { bytes, headers: choices.of([json, form, {}, { 'content-type': choices.of(hostileTexts).slice(0, 60) }]) };
}

/** Changes a few bytes: turned, left out, put in, doubled. */
export function mutate(choices: Choices, bytes: Buffer): Buffer {
  let mutated = Buffer.from(bytes);
  for (let times = 1 + choices.below(6); times > 0 && mutated.length > 0; times--) {
    const at = choices.below(mutated.length);
    const length = 1 + choices.below(8);
    const [before, there, after] = [
      mutated.subarray(0, at),
      mutated.subarray(at, at + length),
      mutated.subarray(at + length),
    ];
    const inserted = choices.of([
      Buffer.from([choices.below(256)]),
      Buffer.alloc(0),
      Buffer.concat([there, there]),
      Buffer.from(choices.of(hostileTexts).slice(0, 100)),
      Buffer.from(choices.of(['"', '{', '}', '[', ']', ',', ':', '\\', '-', 'e', '.', '0', '\n'])),
    ]);
    mutated = Buffer.concat([before, inserted, after]);
  }
  return mutated;
}
