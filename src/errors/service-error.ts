import { isWfError, WfError, type WfErrorOptions } from './wf-error.ts';

export interface ServiceErrorOptions extends WfErrorOptions {
  /** HTTP status, or `null` when no answer came. */
  readonly status: number | null;
  readonly requestId?: string | null;
}

/** A service refused a request, failed, or did not answer. */
export class ServiceError extends WfError {
  static override readonly name = 'ServiceError';

  readonly status: number | null;
  readonly requestId: string | null;

  constructor({ status, requestId = null, ...options }: ServiceErrorOptions) {
    super(options);
    this.status = status;
    this.requestId = requestId;
  }
}

/** Tells whether a value is a `ServiceError`, even of another copy of this module, unlike `instanceof`. */
export function isServiceError(value: unknown): value is ServiceError {
  return isWfError(value) && 'status' in value && 'requestId' in value;
}
