import { findExcessInSteps } from '../../../foundation/json/check-json.ts';
import { listMembers, MAX_MEMBERS } from '../../../foundation/json/json-members.ts';
import {
  ANSWER_VALUES,
  formatSize,
  JSON_DEPTH,
  OUTPUT_ANSWER,
  OUTPUT_DEPTH,
  OUTPUT_VALUES,
} from '../../../foundation/sizes.ts';
import { TOO_LONG } from '../../hosting/calls/ask-route.ts';

/**
 * Says what of an answer is too much to parse, to score and to show; `null`: nothing.
 *
 * @yields at moments at which others may run
 */
export function* findTooMuch(text: string): Generator<null, string | null> {
  if (text.length > OUTPUT_ANSWER.most) return TOO_LONG;
  // Each level takes a character.
  if (text.length <= OUTPUT_DEPTH.most) return null;
  let members = 0;
  for (const member of listMembers(text)) {
    yield null;
    members += member === null ? 0 : 1;
    const excess = member?.key === 'data' ? yield* findExcessInSteps(text, OUTPUT_LIMITS, member.start) : null;
    if (excess !== null) return EXCESSES[excess];
  }
  if (members >= MAX_MEMBERS) return EXCESSES.values;
  // Whatever is beside the output is parsed, too.
  return (yield* findExcessInSteps(text, ANSWER_LIMITS)) === null ? null : TOO_MUCH;
}

const EXCESSES = {
  depth: `The output has more than ${formatSize(OUTPUT_DEPTH)} of lists and objects in each other, which is the most that an evaluation stores. Return less, or return a part as text.`,
  values: `The output has more than ${formatSize(OUTPUT_VALUES)}, which is the most that an evaluation stores. Return less, or return a part as text.`,
} as const;

const TOO_MUCH = `The answer has more than ${formatSize(ANSWER_VALUES)}, or ${formatSize(JSON_DEPTH)} in each other, with its tree. Return less.`;

const ANSWER_LIMITS = { maxValues: ANSWER_VALUES.most };
const OUTPUT_LIMITS = { maxDepth: OUTPUT_DEPTH.most, maxValues: OUTPUT_VALUES.most };
