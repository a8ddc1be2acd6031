import { sep } from 'node:path';
import { type HostEnding, hasFilledHeap } from '../processes/spawn-host.ts';

const SHOWN_LINES = 8;
/** Lines that say nothing about the author's code. */
const NOISE = /^\s*(?:at .*\(?node:|Node\.js v\d|$)/;
/** How the report of an error outside of a call begins: see `describeUncaught`. */
const REPORT = /^(?:Uncaught|A promise was rejected and nobody handled it): /;

/**
 * Describes how the process of the sources ended, with what it wrote last: the error and its place, where it reported one.
 * The author is its only caller. Completes "its process …".
 *
 * @param home - folder to which the names of files are shown relative
 */
export function describeSourceEnd(ending: Pick<HostEnding, 'code' | 'signal' | 'stderr'>, home: string): string {
  const { code, signal, stderr } = ending;
  if (hasFilledHeap(ending)) return 'used all the heap that Node gives it.';
  const how = signal === null ? `ended with exit code ${code}.` : `was ended by ${signal}.`;
  const lines = stderr
    .replaceAll(home + sep, '')
    .split('\n')
    .filter((line) => !NOISE.test(line));
  const start = lines.findLastIndex((line) => REPORT.test(line));
  const told = start < 0 ? lines.slice(-SHOWN_LINES) : lines.slice(start, start + SHOWN_LINES);
  return told.length === 0 ? how : `${how}\n${told.join('\n')}`;
}
