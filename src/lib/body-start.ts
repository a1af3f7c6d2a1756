/** Reads a body up to the maximum; the rest is not waited for, and leaving the loop closes the connection. */
export async function readBodyStart({ body }: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part as Uint8Array);
    length += (part as Uint8Array).length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
