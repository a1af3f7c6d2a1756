import { randomBytes } from 'node:crypto';
import type { Post } from './post.ts';
import { pictureName } from './post.ts';

/** Returns a post as the body of a request, with its picture (https://discord.com/developers/docs/reference#uploading-files). */
export function encodePost(
  post: Post,
  picture: Uint8Array | null,
): { readonly type: string; readonly body: Uint8Array } {
  if (picture === null) return { type: 'application/json', body: Buffer.from(JSON.stringify(post)) };
  const boundary = `tracker-${randomBytes(12).toString('hex')}`;
  const part = (headers: string) => `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="payload_json"\r\nContent-Type: application/json')}${JSON.stringify(post)}\r\n`),
    Buffer.from(part(`name="files[0]"; filename="${pictureName}"\r\nContent-Type: image/png`)),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
