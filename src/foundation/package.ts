/**
 * Name of this package on the registry. Authors import from `wfkit`, `wfkit/decorators` and `wfkit/runtime`.
 *
 * The program is called `wf`. A test compares this with the `name` in package.json.
 */
export const PACKAGE_NAME = 'wfkit';

/** Version of this package. A test compares this with the `version` in package.json. */
export const PACKAGE_VERSION = '0.1.0';

/** Returns the commit that the package was built from, 12 hexadecimal digits; `null` when it runs from source. */
export function buildCommit(): string | null {
  // The build replaces this by a text.
  return process.env['WF_BUILD_COMMIT'] ?? null;
}
