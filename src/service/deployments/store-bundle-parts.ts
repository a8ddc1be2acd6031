import * as z from 'zod';
import { type BundlePart, isPartsDocument, parsePartsDocument } from '../../contract/deployments/bundle-parts.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Principal } from '../operation/context.ts';
import type { Db } from '../store/schema.ts';
import { findOwnArtifacts } from './own-artifacts.ts';
import { insertBundleParts } from './queries/bundle-parts.ts';

/**
 * Records the parts of a bundle that carries files, so that they stay for as long as it does. Code has no parts.
 *
 * @throws {WF_INVALID_INPUT} when the list is invalid, or a part is not stored, or not for this key
 */
export async function storeBundleParts(db: Db, principal: Principal, sha256: string, bytes: Uint8Array): Promise<void> {
  const parts = parseParts(bytes);
  if (parts === null) return;
  const stored = await findOwnArtifacts(
    db,
    principal,
    parts.map((part) => part.sha256),
  );
  const lacking = parts.flatMap((part, index) => (stored.has(part.sha256) ? [] : [{ ...part, index }]));
  if (lacking.length > 0) {
    throw refused(
      'Parts of the bundle are not stored.',
      lacking.slice(0, MAX_DETAILS).map(({ path, index }) => ({
        loc: ['body', 'parts', index, 'sha256'],
        msg: `${path} is not stored: upload it first`,
        type: 'missing',
      })),
    );
  }
  await insertBundleParts(db, sha256, parts);
}

/** A list may have thousands of parts. */
const MAX_DETAILS = 20;

/** Parsing a longer list would hold up other requests; the longest paths of 10,000 parts are no use case. */
const MAX_BYTES = 2 * 1024 * 1024;

function parseParts(bytes: Uint8Array): readonly BundlePart[] | null {
  if (bytes.length > MAX_BYTES && isPartsDocument(bytes)) {
    throw refused("The list of the bundle's parts is larger than 2 MiB.", [
      { loc: ['body'], msg: 'Input should have at most 2 MiB', type: 'too_long' },
    ]);
  }
  try {
    return parsePartsDocument(bytes);
  } catch (error) {
    const issues = error instanceof z.ZodError ? error.issues : [{ path: [], message: 'It is not JSON' }];
    throw refused(
      "The list of the bundle's parts is invalid.",
      issues.slice(0, MAX_DETAILS).map(({ path, message }) => ({
        loc: ['body', ...path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
        msg: message,
        type: 'value_error',
      })),
    );
  }
}

function refused(message: string, details: readonly object[]): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message, details });
}
