/** Version of this SDK; a test holds it to the package's. */
export const SDK_VERSION = '0.1.0';
