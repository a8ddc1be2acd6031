import { createHash } from 'node:crypto';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { hashBytes } from '../../http/create-slices.ts';
import type { Db } from '../store/schema.ts';
import { deleteAnswers, findStoredAnswer, insertAnswer } from './queries.ts';
import type { AcceptedRequest } from './to-answer.ts';
import { IDEMPOTENCY_LIFE } from '../../foundation/sizes.ts';

/** How long an answer is stored for repeated requests. @source design §5, writes */
const ANSWER_LIFETIME_HOURS = IDEMPOTENCY_LIFE.most;

const HEADER = 'idempotency-key';

export interface KeyedRequest {
  readonly principalId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly now: string;
}

interface StoredAnswer {
  readonly status: number;
  /** `null`: an empty body, or one that contains a secret and is not stored. */
  readonly body: string | null;
}

/** Reads the `Idempotency-Key` of a request, which was checked; `null`: it has none. */
export async function toKeyedRequest({
  request,
  url,
  body,
  principal,
  now,
}: AcceptedRequest): Promise<KeyedRequest | null> {
  const key = request.headers.get(HEADER);
  if (key === null) return null;
  return { principalId: principal.id, key, requestHash: await hashRequest(request.method, url, body), now };
}

/** Runs a request with a key, unless it was answered before. */
export async function answerOnce(
  db: Db,
  keyed: KeyedRequest,
  { endpoint, operation }: AcceptedRequest,
  run: (db: Db) => Promise<unknown>,
): Promise<StoredAnswer> {
  const known = await findAnswer(db, keyed);
  if (known !== null && operation.hasSecretAnswer === true) {
    throw new UserError({
      code: 'WF_CONFLICT',
      message:
        'A request with this Idempotency-Key was already answered; its answer contains a secret and was not stored.',
    });
  }
  if (known !== null) return known;
  const result = await run(db);
  const answered = { status: endpoint.status, body: endpoint.response === null ? null : JSON.stringify(result) };
  const { principalId: principal_id, key, requestHash: request_sha256, now: created_at } = keyed;
  const stored = operation.hasSecretAnswer === true ? { ...answered, body: null } : answered;
  // In the transaction of its request: both are saved, or neither.
  await insertAnswer(db, { principal_id, key, request_sha256, created_at, ...stored });
  return answered;
}

/** Hashes what identifies a request: method, path, query and body. */
async function hashRequest(method: string, url: URL, body: Uint8Array | null): Promise<string> {
  const hash = createHash('sha256').update(`${method} ${url.pathname}${url.search}\n`);
  return await hashBytes(body ?? new Uint8Array(), hash);
}

/**
 * Finds the answer to an earlier request with the same key.
 *
 * @throws {WF_INVALID_INPUT} when the key was used for another request
 * @source draft-ietf-httpapi-idempotency-key-header §2.7
 */
async function findAnswer(db: Db, { principalId, key, requestHash, now }: KeyedRequest): Promise<StoredAnswer | null> {
  const oldest = new Date(Date.parse(now) - ANSWER_LIFETIME_HOURS * 3_600_000).toISOString();
  await deleteAnswers(db, oldest);
  const found = await findStoredAnswer(db, principalId, key);
  if (found === null) return null;
  if (found.request_sha256 === requestHash) return { status: found.status, body: found.body };
  const msg = 'This key was used for another request in the last 24 hours';
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['header', HEADER], msg, type: 'idempotency_key_reused' }],
  });
}
