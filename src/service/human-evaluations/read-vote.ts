import { BOTH_BAD, BOTH_GOOD } from '../../contract/human-evaluations/human-vote.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Checks a vote of `human_a_b_testing`: a variant's id, `"0"` (both bad), `"1"` (both good), or `""` to withdraw it.
 *
 * @throws {WF_INVALID_INPUT} for anything else
 */
export function requireVote(vote: string, variantIds: readonly string[]): string {
  const allowed = ['', BOTH_BAD, BOTH_GOOD, ...variantIds];
  if (allowed.includes(vote)) return vote;
  throw invalid('vote', `Input should be ${allowed.map((word) => JSON.stringify(word)).join(', ')}`);
}

/** As people write numbers; `Number` also accepts `0x10`. */
const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Checks a score of `single_model_test`: a number, or `""` to withdraw it.
 *
 * @returns the number as text
 * @throws {WF_INVALID_INPUT} for text that is not a number
 */
export function requireScore(score: string | number): string {
  if (score === '') return '';
  const number = typeof score === 'number' ? score : DECIMAL.test(score.trim()) ? Number(score) : NaN;
  if (Number.isFinite(number)) return String(number);
  throw invalid('score', 'Input should be a finite number, or "" to withdraw the score');
}

function invalid(field: string, msg: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${field}: ${msg}`,
    details: [{ loc: ['body', field], msg, type: 'value_error' }],
  });
}
