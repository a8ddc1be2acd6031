/** Type of the 422 item that reports that no model provider is configured for judges. */
export const PROVIDER_KEY_MISSING = 'provider_key_missing';
