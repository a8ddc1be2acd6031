import type { LogLine } from '../../../contract/deployments/log.ts';
import { toHarmless } from './to-harmless.ts';

/** Formats a log line for people: time, stream, text. Removes the workflow's own escape sequences. */
export function toLogText({ created_at, stream, text }: LogLine): string {
  const mark = stream === 'stdout' ? ' ' : stream === 'stderr' ? '!' : '*';
  return `${created_at} ${mark} ${toHarmless(text)}`;
}
