import { type Fields, Refused } from './json-service.ts';

/** A time as the public service writes it. @source facts §3.3 */
export const STAMP = '2025-01-08 10:09:16.123456+00:00';

/** An exception that nothing handles. @source facts §3.5 */
export function crash(): never {
  throw new Refused(500, 'Internal Server Error');
}

export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
