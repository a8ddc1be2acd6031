import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import type { UsageDetails } from '../../../sdk/context/routing-context.ts';
import {
  type AnswerReader,
  type AnswerTokens,
  type MessagePart,
  type ModelAnswer,
  readDetails,
  toCount,
  toList,
  toText,
} from './model-answer.ts';

/**
 * Answers of chat completions, and of the older completions.
 *
 * @source https://platform.openai.com/docs/api-reference/chat/object
 */
export const chatCompletions: AnswerReader = {
  readWhole: (body) =>
    Array.isArray(body['choices'])
      ? toAnswer(body, toList(body['choices']).flatMap(partsOfChoice), finishReasonsOf(body))
      : null,
  openStream() {
    const parts = new ChoiceParts();
    const finishReasons: string[] = [];
    let known: UnknownRecord | null = null;
    return {
      read(event) {
        if (!Array.isArray(event['choices']) && !isRecord(event['usage'])) return false;
        // Some servers count in every event, others only in the last: the newest counts hold.
        known = { ...known, ...omitUndefined({ ...event, usage: usageOf(event) }) };
        finishReasons.push(...finishReasonsOf(event));
        for (const choice of toList(event['choices'])) parts.add(toRecord(toRecord(choice)['delta'] ?? choice));
        return false;
      },
      answer: () => (known === null ? null : toAnswer(known, parts.list(), finishReasons)),
    };
  },
};

function toAnswer(body: UnknownRecord, parts: readonly MessagePart[], finishReasons: readonly string[]): ModelAnswer {
  return {
    ...omitUndefined({
      id: toText(body['id']),
      model: toText(body['model']),
      tokens: toTokens(body),
      cost: toCost(body),
    }),
    parts,
    finishReasons,
  };
}

/** Perplexity and OpenRouter tell what they charge; with a key of one's own, another provider charges as well. */
function toCost(body: UnknownRecord): number | undefined {
  const { cost, cost_details: others } = usageOf(body) ?? {};
  const total = toCount(isRecord(cost) ? cost['total_cost'] : cost);
  const upstream = toCount(toRecord(others)['upstream_inference_cost']) ?? 0;
  return total === undefined ? undefined : total + (usageOf(body)?.['is_byok'] === true ? upstream : 0);
}

/** Groq reports the usage of a stream under a name of its own. */
function usageOf(body: UnknownRecord): UnknownRecord | undefined {
  const usage = body['usage'] ?? toRecord(body['x_groq'])['usage'];
  return isRecord(usage) ? usage : undefined;
}

function toTokens(body: UnknownRecord): AnswerTokens | undefined {
  const usage = usageOf(body);
  const [input, output] = [toCount(usage?.['prompt_tokens']), toCount(usage?.['completion_tokens'])];
  if (usage === undefined || (input === undefined && output === undefined)) return undefined;
  const cached = toRecord(usage['prompt_tokens_details'])['cached_tokens'] ?? usage['prompt_cache_hit_tokens'];
  const details = [
    readDetails(usage['prompt_tokens_details'], 'input'),
    readDetails(usage['completion_tokens_details'], 'output'),
  ].filter((part) => part !== undefined);
  return {
    input_tokens: input ?? null,
    output_tokens: output ?? null,
    ...(details.length === 0 ? {} : { details: Object.assign({}, ...details) as UsageDetails }),
    ...omitUndefined({
      cache_read_tokens: toCount(cached),
      reasoning_tokens: toCount(toRecord(usage['completion_tokens_details'])['reasoning_tokens']),
      total_tokens: toCount(usage['total_tokens']),
      service_tier: toText(body['service_tier']),
      // xAI charges for what its live search found.
      unpriced: (toCount(usage['num_sources_used']) ?? 0) > 0 ? 'a live search' : undefined,
    }),
  };
}

function finishReasonsOf(body: UnknownRecord): string[] {
  return toList(body['choices']).flatMap((choice) => toText(toRecord(choice)['finish_reason']) ?? []);
}

function partsOfChoice(choice: unknown): MessagePart[] {
  const parts = new ChoiceParts();
  const { message, ...text } = toRecord(choice);
  parts.add(toRecord(message ?? text));
  return parts.list();
}

interface ToolCall {
  id?: unknown;
  name?: unknown;
  arguments: string;
}

/** Puts the pieces of a message together. */
class ChoiceParts {
  #text = '';
  #reasoning = '';
  readonly #calls = new Map<unknown, ToolCall>();

  add(piece: UnknownRecord): void {
    this.#text += toText(piece['content']) ?? toText(piece['text']) ?? toText(piece['refusal']) ?? '';
    this.#reasoning += toText(piece['reasoning_content']) ?? toText(piece['reasoning']) ?? '';
    for (const [index, call] of toList(piece['tool_calls']).map(toRecord).entries()) {
      this.#addCall(call['index'] ?? index, call);
    }
  }

  #addCall(key: unknown, call: UnknownRecord): void {
    const called = toRecord(call['function']);
    const known = this.#calls.get(key) ?? { arguments: '' };
    known.id ??= call['id'];
    known.name ??= called['name'];
    known.arguments += toText(called['arguments']) ?? '';
    this.#calls.set(key, known);
  }

  list(): MessagePart[] {
    return [
      ...(this.#reasoning === '' ? [] : [{ type: 'reasoning' as const, content: this.#reasoning }]),
      ...(this.#text === '' ? [] : [{ type: 'text' as const, content: this.#text }]),
      ...[...this.#calls.values()].map((call) => ({ type: 'tool_call' as const, ...call })),
    ];
  }
}

/**
 * Answers with embeddings, of one text or of many.
 *
 * @source https://platform.openai.com/docs/api-reference/embeddings/object
 */
export const embeddings: AnswerReader = {
  readWhole(body) {
    if (!Array.isArray(body['data'])) return null;
    const usage = toRecord(body['usage']);
    const input = toCount(usage['prompt_tokens']) ?? toCount(usage['total_tokens']);
    const tokens = input === undefined ? undefined : { input_tokens: input, output_tokens: 0 };
    return { ...omitUndefined({ model: toText(body['model']), tokens }), parts: [], finishReasons: [] };
  },
  openStream: () => ({ read: () => true, answer: () => null }),
};
