import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { isRecord } from '../../foundation/record.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/**
 * Reads a value that a schema accepts out of a model's answer: JSON with or without a code fence, text or reasoning
 * around it. Lists count only where no object is accepted: a text often has numbers in brackets.
 *
 * @returns `undefined` when there is none, or several that differ
 */
export function readJson<S extends z.ZodType>(answer: string, schema: S): z.output<S> | undefined {
  const { values } = splitJson(answer);
  for (const candidates of [values.filter(isRecord), values.filter(Array.isArray)]) {
    const accepted = candidates.map((value) => schema.safeParse(value)).filter(({ success }) => success);
    const [first] = accepted;
    if (first === undefined) continue;
    return accepted.every(({ data }) => isDeepStrictEqual(data, first.data)) ? first.data : undefined;
  }
  return undefined;
}

/** An answer's JSON values, in order, and the text around them. */
interface SplitAnswer {
  readonly values: readonly unknown[];
  readonly text: string;
}

/** Separates an answer's JSON from the text around it; what the model thought before it answered is in neither. */
export function splitJson(answer: string): SplitAnswer {
  const whole = parseJson(withoutFences(answer));
  // Its texts may have marks of reasoning.
  if (isStructure(whole)) return { values: [whole], text: '' };
  return scan(withoutFences(withoutReasoning(answer)));
}

function withoutFences(text: string): string {
  return text.replaceAll(/^[ \t]*```\w*[ \t\r]*$/gm, '').trim();
}

const NAMES = 'think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad';
const OPEN = String.raw`(?:<(?:${NAMES})>|\[THINK\]|◁think▷|<\|channel\|>analysis<\|message\|>)`;
const CLOSE = String.raw`(?:</(?:${NAMES})>|\[/THINK\]|◁/think▷|<\|end\|>)`;
const BLOCK = new RegExp(`${OPEN}(?:(?!${OPEN})[^])*?${CLOSE}`, 'gi');
/** The mark that begins the reasoning is often part of the prompt. */
const BEGUN_BEFORE = new RegExp(`^[^]*${CLOSE}`, 'i');
const NEVER_ENDED = new RegExp(`${OPEN}[^]*$`, 'i');

/** Blocks within blocks that are told apart; of deeper ones, everything up to the last end is reasoning. */
const MAX_DEPTH = 4;

function withoutReasoning(answer: string): string {
  let text = answer;
  // Blocks may contain blocks: each pass removes the innermost ones.
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) text = text.replaceAll(BLOCK, ' ');
  return text
    .replace(BEGUN_BEFORE, '')
    .replace(NEVER_ENDED, '')
    .replaceAll(/<\|[^|<>]*\|>(?:final)?/g, ' ');
}

/** Characters that are read at most: each bracket that does not close costs the rest of the answer. */
const MAX_READ = 4_000_000;

function scan(text: string): SplitAnswer {
  const values: unknown[] = [];
  const between: string[] = [];
  const opening = /[[{]/g;
  let [left, from] = [MAX_READ, 0];
  for (let found = opening.exec(text); found !== null && left > 0; found = opening.exec(text)) {
    const end = endOf(text, found.index);
    left -= (end === -1 ? text.length : end) - found.index;
    const value = end === -1 ? undefined : parseJson(text.slice(found.index, end));
    if (!isStructure(value)) continue;
    values.push(value);
    between.push(text.slice(from, found.index));
    from = end;
    opening.lastIndex = end;
  }
  return { values, text: [...between, text.slice(from)].join('\n') };
}

/** Finds the index after the bracket that closes the one at `start`; -1: none does. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
