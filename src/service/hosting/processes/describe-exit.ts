import { sep } from 'node:path';
import { readMark } from '../../../contract/host-protocol/limits.ts';
import type { HostEnding } from './spawn-host.ts';

type Ending = Pick<HostEnding, 'code' | 'signal' | 'stderr'>;

const SHOWN_LINES = 5;
/** Lines that Node prints below the message. */
const STACK_NOISE = /^(\s+at |Node\.js v\d)/;

/**
 * Describes how a process ended; the text completes a sentence. A caller sees the last lines that its own call wrote to
 * stderr: the others are of other callers, or of the author.
 *
 * @param mark - of the caller's call; left out: the description is for nobody's call
 */
export function describeExit(ending: Ending, memoryMb: number, mark?: string): string {
  if (hasFilledHeap(ending)) return `used more than ${memoryMb} MB of heap, the most that wf gives a workflow.`;
  const how = howItEnded(ending);
  const lines = ending.stderr.split('\n').map(readMark);
  const written = lines.filter(({ text }) => text.trim() !== '' && !STACK_NOISE.test(text));
  const own = written.filter((line) => line.mark !== null && line.mark === mark).map(({ text }) => text.trimEnd());
  if (own.length > 0) return `${how} Its last lines: ${own.slice(-SHOWN_LINES).join('\n')}`;
  return written.length === 0 ? how : `${how} The app's log has what it wrote.`;
}

const SHOWN_SOURCE_LINES = 8;
/** Lines that say nothing about the author's code. */
const NOISE = /^\s*(?:at .*\(?node:|Node\.js v\d|$)/;
/** How the report of an error outside of a call begins: see `describeUncaught`. */
const REPORT = /^(?:Uncaught|A promise was rejected and nobody handled it): /;

/**
 * Describes the same of a process of sources, whose author is its only caller: with the error and its place, where it
 * reported one.
 *
 * @param home - folder to which the names of files are shown relative
 */
export function describeSourceExit(ending: Ending, home: string): string {
  if (hasFilledHeap(ending)) return 'used all the heap that Node gives it.';
  const lines = ending.stderr
    .replaceAll(home + sep, '')
    .split('\n')
    .filter((line) => !NOISE.test(line));
  const start = lines.findLastIndex((line) => REPORT.test(line));
  const told = start < 0 ? lines.slice(-SHOWN_SOURCE_LINES) : lines.slice(start, start + SHOWN_SOURCE_LINES);
  return [howItEnded(ending), ...told].join('\n');
}

function howItEnded({ code, signal }: Ending): string {
  return signal === null ? `ended with exit code ${code}.` : `was ended by ${signal}.`;
}

export function hasFilledHeap({ stderr }: Pick<Ending, 'stderr'>): boolean {
  return stderr.includes('heap out of memory');
}
