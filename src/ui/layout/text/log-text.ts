import type { LogLine } from '../../../contract/deployments/log.ts';
import { toHarmless } from './to-harmless.ts';

/** One line for a person: when, from where, what. Colours of the workflow's own go with its escapes. */
export function toLogText({ created_at, stream, text }: LogLine): string {
  const mark = stream === 'stdout' ? ' ' : stream === 'stderr' ? '!' : '*';
  return `${created_at} ${mark} ${toHarmless(text)}`;
}
