import { fieldOf, isRecord } from '../../foundation/record.ts';
import type { Outcome } from './run-operation.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/** Longest message of a workflow in the service's log, in characters. */
const MAX_LENGTH = 1000;
/** Longer answers are not read: they are no messages. */
const MAX_BODY_LENGTH = 65_536;

/**
 * Reads why a call of a deployed route failed, for the service's log: the message of what its code threw, or of its process.
 *
 * @returns `null` when it did not fail, or the answer has no reason
 */
export async function readHostedFailure(outcome: Outcome): Promise<string | null> {
  const { status } = outcome.kind === 'plain' ? outcome.answer : outcome.response;
  if (status < 500) return null;
  const text = outcome.kind === 'plain' ? outcome.answer.body : await readText(outcome.response);
  return typeof text === 'string' ? readDetail(text) : null;
}

async function readText(response: Response): Promise<string | null> {
  const { headers } = response;
  const isShort = Number(headers.get('content-length') ?? 0) <= MAX_BODY_LENGTH;
  if (!isShort || headers.get('content-type')?.startsWith('application/json') !== true) return null;
  return await response
    .clone()
    .text()
    .catch(() => null);
}

function readDetail(text: string): string | null {
  // The author's own answer may be anything, such as an HTML page.
  const detail = fieldOf(parseJson(text), 'detail');
  const message = isRecord(detail) ? detail['message'] : detail;
  return typeof message === 'string' ? message.slice(0, MAX_LENGTH) : null;
}
