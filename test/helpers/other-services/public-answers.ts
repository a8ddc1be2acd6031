import { type Fields, Refused } from './json-service.ts';

/** A time as the public service writes it. @source facts §3.3 */
export const STAMP = '2025-01-08 10:09:16.123456+00:00';

/** Releases of the public service that it is known how they differ. */
export type Release = '0.30.0' | '0.34.7';

/**
 * An exception that nothing handles. The older release sends its message.
 *
 * @source facts §3.5
 */
export function crash(release: Release = '0.34.7', message = ''): never {
  throw new Refused(500, release === '0.30.0' ? { detail: message } : 'Internal Server Error');
}

export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
