import type { Duplex } from 'node:stream';

/**
 * Descriptor between the two processes. Node's own IPC channel would parse messages itself, and code that writes a line
 * to its descriptor that is not JSON would end the parent.
 */
export const REPORT_DESCRIPTOR = 3;

/** Maximum length of a report, in characters. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** Reads the first line as JSON. @returns `null` when the line is something else or too long */
export async function readReport(stream: Duplex): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const pieces: string[] = [];
  let length = 0;
  const onData = (text: string): void => {
    pieces.push(text);
    length += text.length;
    if (length <= MAX_LENGTH && !text.includes('\n')) return;
    stream.off('data', onData);
    const whole = pieces.join('');
    resolve(length > MAX_LENGTH ? null : parse(whole.slice(0, whole.indexOf('\n'))));
  };
  // The end of the process is reported by the process.
  stream.on('error', () => undefined);
  stream.setEncoding('utf8').on('data', onData);
  return await promise;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
