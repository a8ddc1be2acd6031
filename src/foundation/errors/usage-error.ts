import { UserError } from './wf-error.ts';

/** Creates the error about a command line that contradicts itself, or has a value that is not valid. */
export function usageError(message: string): UserError {
  return new UserError({ code: 'WF_USAGE', message });
}
