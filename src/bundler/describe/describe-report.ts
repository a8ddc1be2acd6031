import type { ThrownError } from '../../foundation/errors/thrown-error.ts';
import { isRecord } from '../../foundation/record.ts';

/** The only message from the process that imports a bundle. */
export type DescribeReport =
  | { readonly type: 'described'; readonly routes: readonly unknown[]; readonly exportNames: readonly string[] }
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
    (message['type'] === 'described' && isDescribed(message)) ||
    (message['type'] === 'threw' && isThrown(message)) ||
    (message['type'] === 'exited' && isExited(message));
  // Each kind was checked field by field.
  return isReport ? (message as DescribeReport) : null;
}

type Fields = Readonly<Record<string, unknown>>;

function isDescribed({ routes, exportNames }: Fields): boolean {
  return Array.isArray(routes) && isTexts(exportNames);
}

function isThrown({ message, stack, name, code, refusal }: Fields): boolean {
  const hasTexts = isTexts([message, stack, name]) && (code === null || typeof code === 'string');
  return hasTexts && (refusal === null || (isRecord(refusal) && isTexts(refusal['nextSteps'])));
}

function isExited({ code, stack }: Fields): boolean {
  return typeof stack === 'string' && (code === null || typeof code === 'number' || typeof code === 'string');
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
