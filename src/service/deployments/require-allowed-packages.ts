import { parsePartsDocument } from '../../contract/deployments/bundle-parts.ts';
import { PACKAGES_PART, parseBundlePackages } from '../../contract/deployments/package-list.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { OperationContext } from '../operation/context.ts';
import { hasBundleParts } from './queries/bundle-parts.ts';
import { readArtifact } from './read-artifact.ts';

/**
 * Checks that this service runs the packages that a stored bundle imports: a call would be the first to notice.
 *
 * @throws {WF_INVALID_INPUT} when it does not, or the bundle's list of packages is invalid
 */
export async function requireAllowedPackages(sha256: string | null, context: OperationContext): Promise<void> {
  const { db } = context;
  const { artifacts, hosting } = context.service;
  if (sha256 === null || !(await hasBundleParts(db, sha256))) return;
  const parts = parsePartsDocument((await readArtifact(db, artifacts, sha256)) ?? new Uint8Array());
  const part = parts?.find(({ path }) => path === PACKAGES_PART);
  const bytes = part === undefined ? null : await readArtifact(db, artifacts, part.sha256);
  if (bytes !== null) hosting.requirePackages(parsePackages(bytes));
}

function parsePackages(bytes: Uint8Array) {
  try {
    return parseBundlePackages(bytes);
  } catch (cause) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: "The bundle's list of packages is invalid.",
      details: [{ loc: ['body', 'artifact_sha256'], msg: String(cause).slice(0, 1000), type: 'value_error' }],
      cause,
    });
  }
}
