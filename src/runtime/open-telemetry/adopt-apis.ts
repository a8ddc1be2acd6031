import { context } from '@opentelemetry/api';
import { ADOPT_API } from '../../foundation/adopt-provider.ts';

/** Where every copy of the API of version 1 keeps what is registered. @source @opentelemetry/api, internal/global-utils */
const RECORD = Symbol.for('opentelemetry.js.api.1');

/**
 * Lets the workflow's copy of the API register meters, propagators and loggers, and find our provider, whatever its version:
 * a copy adds only to a record of its own version, and reads none of an older one. Call it when ours has registered all it has.
 */
export function adoptApis(): void {
  // Ours has just created it.
  const record = { ...(Reflect.get(globalThis, RECORD) as { version: string }) };
  Reflect.set(globalThis, RECORD, record);
  // From now on, ours reads this record without looking at its version.
  context.active();
  let newest = '';
  const adopt = (version: string): void => {
    if (newest.localeCompare(version, 'en', { numeric: true }) < 0) newest = version;
    record.version = newest;
  };
  Object.defineProperty(globalThis, ADOPT_API, { value: adopt, configurable: true });
}
