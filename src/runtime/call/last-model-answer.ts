import { parseJson } from '../../contract/validation/parse-json.ts';
import { MAX_MODEL_ANSWER_LENGTH } from '../../contract/host-protocol/limits.ts';
import { fieldOf } from '../../foundation/record.ts';
import { toList, toText } from '../model-calls/answers/model-answer.ts';
import type { CallSpan } from '../tracing/call-trace.ts';

/**
 * Returns what the model answered last in a call, which its handler may have failed to read. Reads spans only: an
 * instrumentation that leaves out the content of answers leaves it out here as well.
 *
 * @returns the beginning of the answer; `undefined` where no span has one
 * @source OpenTelemetry semantic conventions 1.38, GenAI; the AI SDK's own names are read as well
 */
export function lastModelAnswer(spans: readonly CallSpan[]): string | undefined {
  const latestFirst = spans.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
  for (const { attributes } of latestFirst) {
    const text = readMessages(attributes['gen_ai.output.messages']) ?? toText(attributes['ai.response.text']);
    if (text !== undefined) return shorten(text);
  }
  return undefined;
}

function shorten(text: string): string {
  if (text.length <= MAX_MODEL_ANSWER_LENGTH) return text;
  // A cut may split a pair of surrogates, which is not text any more.
  return `${text.slice(0, MAX_MODEL_ANSWER_LENGTH - 1).toWellFormed()}…`;
}

/** Joins the texts of messages; where there are none, the arguments of the tools that the model called. */
function readMessages(json: unknown): string | undefined {
  const messages = typeof json === 'string' ? parseJson(json) : undefined;
  const parts = toList(messages).flatMap((message) => toList(fieldOf(message, 'parts')));
  const texts = parts.flatMap((part) =>
    fieldOf(part, 'type') === 'text' ? (toText(fieldOf(part, 'content')) ?? []) : [],
  );
  const given = parts.flatMap((part) => {
    const passed = fieldOf(part, 'arguments');
    return passed === undefined ? [] : (toText(passed) ?? JSON.stringify(passed));
  });
  return toText((texts.length === 0 ? given : texts).join('\n'));
}
