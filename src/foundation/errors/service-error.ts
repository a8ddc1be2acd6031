import { isWfError, WfError, type WfErrorOptions } from './wf-error.ts';

export interface ServiceErrorOptions extends WfErrorOptions {
  /** HTTP status; `null` when no response arrived. */
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

/**
 * Returns whether a value is a `ServiceError`. Unlike `instanceof`, it also recognises errors of another copy of this
 * module.
 */
export function isServiceError(value: unknown): value is ServiceError {
  return isWfError(value) && 'status' in value && 'requestId' in value;
}
