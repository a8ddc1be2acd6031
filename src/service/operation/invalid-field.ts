import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Creates the error for an invalid field of a request.
 *
 * @param loc - where the field is, as in `['body', 'name']`
 * @param msg - what is wrong with it, without a full stop
 * @param message - @defaultValue `msg` as a sentence
 */
export function invalidField(
  loc: readonly (string | number)[],
  msg: string,
  type: string,
  message: string = `${msg}.`,
): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message, details: [{ loc, msg, type }] });
}
