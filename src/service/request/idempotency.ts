import { deleteAnswers, findStoredAnswer, insertAnswer } from './queries.ts';
import { createHash } from 'node:crypto';
import { hashBytes } from '../../http/hash-bytes.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Db } from '../store/schema.ts';

/** How long an answer is stored for repeated requests. @source design §5, writes */
const ANSWER_LIFETIME_HOURS = 24;

/** A write that carries an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly principalId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly now: string;
}

export interface StoredAnswer {
  readonly status: number;
  /** `null`: an empty body, or one that contains a secret and is not stored. */
  readonly body: string | null;
}

/** Hashes what identifies a request: method, path, query and body. */
export async function hashRequest(method: string, url: URL, body: Uint8Array | null): Promise<string> {
  const hash = createHash('sha256').update(`${method} ${url.pathname}${url.search}\n`);
  return await hashBytes(body ?? new Uint8Array(), hash);
}

/**
 * Finds the answer to an earlier request with the same key.
 *
 * @throws {WF_INVALID_INPUT} when the key was used for another request
 * @source draft-ietf-httpapi-idempotency-key-header §2.7
 */
export async function findAnswer(
  db: Db,
  { principalId, key, requestHash, now }: KeyedRequest,
): Promise<StoredAnswer | null> {
  const oldest = new Date(Date.parse(now) - ANSWER_LIFETIME_HOURS * 3_600_000).toISOString();
  await deleteAnswers(db, oldest);
  const found = await findStoredAnswer(db, principalId, key);
  if (found === null) return null;
  if (found.request_sha256 === requestHash) return { status: found.status, body: found.body };
  const msg = 'This key was used for another request in the last 24 hours';
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['header', 'idempotency-key'], msg, type: 'idempotency_key_reused' }],
  });
}

/** Stores an answer in the transaction of its request: both are saved, or neither. */
export async function saveAnswer(
  db: Db,
  { principalId, key, requestHash, now }: KeyedRequest,
  { status, body }: StoredAnswer,
): Promise<void> {
  const row = { principal_id: principalId, key, request_sha256: requestHash, status, body, created_at: now };
  await insertAnswer(db, row);
}
