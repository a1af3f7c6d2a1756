import { printable, printableInLine } from './printable.ts';

/** Formats a log entry for a terminal: time (UTC), level, message, details; the stack follows. */
export function readableLine(json: string): string {
  const parsed: unknown = JSON.parse(json);
  const { time, level, msg, err, ...details } = parsed as Readonly<Record<string, unknown>>;
  const at = String(time).replace('T', ' ').slice(0, 19);
  const rest = Object.entries(details).map(([name, value]) => ` ${name}=${textOf(value)}`);
  const line = printableInLine(`${at}Z ${String(level).padEnd(5)} ${textOf(msg ?? '')}${rest.join('')}`);
  return `${line}\n${err === undefined ? '' : stackOf(err)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string {
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : textOf(error);
  return `${printable(stack).replaceAll(/^/gm, '  ')}\n`;
}
