/** Version of this package. A test compares this with the `version` in package.json. */
export const PACKAGE_VERSION = '0.1.0';
