import { UserError, type WfErrorOptions } from './wf-error.ts';

/** The record has changed since the caller read it. @source RFC 9110 §15.5.13 */
export class PreconditionError extends UserError {
  static override readonly name = 'PreconditionError';

  constructor(options: Omit<WfErrorOptions, 'code'>) {
    super({ ...options, code: 'WF_CONFLICT' });
  }
}
