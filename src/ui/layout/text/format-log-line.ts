import type { LogLine } from '../../../contract/deployments/log.ts';
import { stripControlCharacters } from './strip-control-characters.ts';

/** Formats a log line for people: time, stream, text. Removes the workflow's own escape sequences. */
export function formatLogLine({ created_at, stream, text }: LogLine): string {
  const mark = stream === 'stdout' ? ' ' : stream === 'stderr' ? '!' : '*';
  return `${created_at} ${mark} ${stripControlCharacters(text)}`;
}
