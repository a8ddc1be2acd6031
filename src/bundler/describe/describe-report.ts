import type { ThrownError } from '../../foundation/errors/thrown-error.ts';
import { isRecord, type UnknownRecord } from '../../foundation/record.ts';
import type { Duplex } from 'node:stream';

/** The only message to the process that imports a bundle. */
export interface DescribeRequest {
  /** Absolute path of the bundle. */
  readonly file: string;
  /** `start`: it is the entry of a target, which runs by itself. */
  readonly task: 'describe' | 'start';
}

/** The only message from the process that imports a bundle. */
export type DescribeReport =
  | { readonly type: 'started' }
  | {
      readonly type: 'described';
      readonly routes: readonly unknown[];
      readonly exportNames: readonly string[];
      /** Stacks of the model calls that the import made; left out: nobody watched. */
      readonly modelCalls?: readonly string[];
    }
  | ({ readonly type: 'threw' } & ThrownError)
  | { readonly type: 'exited'; readonly code: number | string | null; readonly stack: string };

/**
 * Reads a report; the imported code may have sent something else in its place. Checked by hand, because the bundler
 * imports no other room and its process, which every build waits for, loads no library.
 *
 * @returns `null` for anything that is not a report
 */
export function parseDescribeReport(message: unknown): DescribeReport | null {
  if (!isRecord(message)) return null;
  const isReport =
    message['type'] === 'started' ||
    (message['type'] === 'described' && isDescribed(message)) ||
    (message['type'] === 'threw' && isThrown(message)) ||
    (message['type'] === 'exited' && isExited(message));
  // Each kind was checked field by field.
  return isReport ? (message as DescribeReport) : null;
}

function isDescribed({ routes, exportNames, modelCalls }: UnknownRecord): boolean {
  return Array.isArray(routes) && isTexts(exportNames) && isTexts(modelCalls ?? []);
}

function isThrown({ message, stack, name, code, refusal }: UnknownRecord): boolean {
  const hasTexts = isTexts([message, stack, name]) && (code === null || typeof code === 'string');
  return hasTexts && (refusal === null || (isRecord(refusal) && isTexts(refusal['nextSteps'])));
}

function isExited({ code, stack }: UnknownRecord): boolean {
  return typeof stack === 'string' && (code === null || typeof code === 'number' || typeof code === 'string');
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

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
