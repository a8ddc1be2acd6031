import type { LogLine } from '../contract/records/log.ts';

/** Escapes that would move the cursor or change a terminal's state; colours of the workflow's own go with them. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /\u001B\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** One line for a person: when, from where, what. */
export function toLogText({ created_at, stream, text }: LogLine): string {
  const mark = stream === 'stdout' ? ' ' : stream === 'stderr' ? '!' : '*';
  return `${created_at} ${mark} ${text.replaceAll(CONTROL, '')}`;
}
