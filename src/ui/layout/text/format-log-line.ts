import type { LogLine } from '../../../contract/deployments/log.ts';
import { stripControlCharacters } from './strip-control-characters.ts';

/**
 * Creates the function that formats log lines for people: time, stream, text, and the request where another one begins.
 * Removes the workflow's own escape sequences.
 */
export function createLogFormatter(): (line: LogLine) => string {
  let previous: string | null = null;
  return (line) => {
    const { created_at, stream, text, request_id = null } = line;
    const isSame = request_id === previous;
    previous = request_id;
    const mark = stream === 'stdout' ? ' ' : stream === 'stderr' ? '!' : '*';
    const origin = request_id === null || isSame ? '' : ` (${describeOrigin(line)})`;
    return `${created_at} ${mark} ${stripControlCharacters(`${text}${origin}`)}`;
  };
}

function describeOrigin({ request_id, variant, revision, environment }: LogLine): string {
  const ran = revision == null ? variant : `${variant}@${revision}`;
  return [ran, environment, `request ${request_id}`].filter((part) => part != null).join(', ');
}
