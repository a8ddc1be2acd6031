import type { Readable } from 'node:stream';
import { readMark } from '../../../contract/host-protocol/limits.ts';

export interface ExitReport {
  /** Describes how a process ended, with its last lines of stderr. The text completes a sentence. */
  describeExit(code: unknown, signal: unknown, memoryMb: number): string;
}

const TAIL_CHARACTERS = 8192;
const SHOWN_LINES = 5;
/** Lines that Node prints below the message. */
const STACK_NOISE = /^(\s+at |Node\.js v\d)/;

/** Collects the last lines of stderr, for the message about how the process ended. */
export function createExitReport(stderr: Readable | null): ExitReport {
  let tail = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
  });
  return {
    describeExit(code, signal, memoryMb) {
      if (tail.includes('heap out of memory'))
        return `used more than ${memoryMb} MB of heap, the most that wf gives a workflow.`;
      const how = typeof signal === 'string' ? `was ended by ${signal}` : `ended with exit code ${String(code)}`;
      const lines = tail.split('\n').map((line) => readMark(line).text.trimEnd());
      const telling = lines.filter((line) => line !== '' && !STACK_NOISE.test(line));
      return telling.length === 0 ? `${how}.` : `${how}. Its last lines: ${telling.slice(-SHOWN_LINES).join('\n')}`;
    },
  };
}
