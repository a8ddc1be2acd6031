/**
 * Name of this package on the registry, and so what authors import from: `wfkit`, `wfkit/decorators`, `wfkit/runtime`.
 *
 * The program is called `wf`. A test holds this against the `name` of package.json.
 */
export const PACKAGE_NAME = 'wfkit';
