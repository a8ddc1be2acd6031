/** Version of this package. A test holds this against the `version` of package.json. */
export const PACKAGE_VERSION = '0.1.0';
