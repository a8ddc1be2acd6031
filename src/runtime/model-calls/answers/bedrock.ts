import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { chatCompletions } from './chat-completions.ts';
import {
  type AnswerReader,
  type AnswerStream,
  type AnswerTokens,
  joinTexts,
  type MessagePart,
  type ModelAnswer,
  toCount,
  toList,
  toText,
} from './model-answer.ts';

/**
 * Answers of Bedrock's converse, which do not name the model.
 *
 * @source https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export const converse: AnswerReader = {
  readWhole: (body) => (isRecord(body['output']) || isRecord(body['usage']) ? toAnswer(body, toParts(body)) : null),
  openStream() {
    let known: UnknownRecord | null = null;
    const parts: MessagePart[] = [];
    return {
      read({ messageStart, contentBlockStart, contentBlockDelta, messageStop, metadata }) {
        const event = messageStart ?? contentBlockStart ?? contentBlockDelta ?? messageStop ?? metadata;
        if (event === undefined) return false;
        known = { ...known, ...toRecord(messageStop), ...toRecord(metadata) };
        parts.push(
          ...toPart(toRecord(toRecord(contentBlockDelta)['delta'])),
          ...toPart(toRecord(toRecord(contentBlockStart)['start'])),
        );
        return metadata !== undefined;
      },
      answer: () => (known === null ? null : toAnswer(known, joinTexts(parts))),
    };
  },
};

function toAnswer(body: UnknownRecord, parts: readonly MessagePart[]): ModelAnswer {
  const reason = toText(body['stopReason']);
  return {
    ...omitUndefined({ tokens: toTokens(body) }),
    parts,
    finishReasons: reason === undefined ? [] : [reason],
  };
}

/** Cached tokens are counted apart from the others. */
function toTokens(body: UnknownRecord): AnswerTokens | undefined {
  const usage = toRecord(body['usage']);
  const [input, output] = [toCount(usage['inputTokens']), toCount(usage['outputTokens'])];
  if (input === undefined && output === undefined) return undefined;
  return {
    input_tokens: input ?? null,
    output_tokens: output ?? null,
    isCacheIncluded: false,
    ...omitUndefined({
      cache_read_tokens: toCount(usage['cacheReadInputTokens']),
      cache_write_tokens: toCount(usage['cacheWriteInputTokens']),
      cache_write_1h_tokens: toCount(
        toRecord(
          toList(usage['cacheDetails'])
            .map(toRecord)
            .find(({ ttl }) => ttl === '1h'),
        )['inputTokens'],
      ),
      service_tier: toText(toRecord(body['serviceTier'])['type']),
    }),
  };
}

function toParts(body: UnknownRecord): MessagePart[] {
  const message = toRecord(toRecord(body['output'])['message']);
  return toList(message['content']).map(toRecord).flatMap(toPart);
}

function toPart({ text, toolUse, reasoningContent }: UnknownRecord): MessagePart[] {
  if (isRecord(toolUse) && toolUse['name'] !== undefined) {
    return [{ type: 'tool_call', id: toolUse['toolUseId'], name: toolUse['name'], arguments: toolUse['input'] }];
  }
  const reasoning = toRecord(reasoningContent);
  const thought = toText(reasoning['text']) ?? toText(toRecord(reasoning['reasoningText'])['text']);
  if (thought !== undefined) return [{ type: 'reasoning', content: thought }];
  const content = toText(text);
  return content === undefined ? [] : [{ type: 'text', content }];
}

/**
 * Answers of Bedrock's invoke, in the form of each model. Headers, or the last event, tell the tokens of all.
 *
 * @source https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html
 */
export const invoke: AnswerReader = {
  readWhole(body, header = () => '') {
    const own = anthropicMessages.readWhole(body) ?? chatCompletions.readWhole(body);
    const count = (name: string) => toCount(Number(header(`x-amzn-bedrock-${name}-token-count`) || Number.NaN));
    const told = countTokens(count('input'), count('output'), count('cache-read-input'), count('cache-write-input'));
    return own?.tokens === undefined
      ? { parts: [], finishReasons: [], ...own, ...omitUndefined({ tokens: told }) }
      : withoutModel(own);
  },
  openStream() {
    const streams: readonly AnswerStream[] = [anthropicMessages.openStream(), chatCompletions.openStream()];
    let tokens: AnswerTokens | undefined;
    let isKnown = false;
    return {
      read(event) {
        isKnown = true;
        for (const stream of streams) stream.read(event);
        const counted = toRecord(event['amazon-bedrock-invocationMetrics']);
        const count = (name: string) => toCount(counted[`${name}TokenCount`]);
        tokens ??= countTokens(count('input'), count('output'), count('cacheReadInput'), count('cacheWriteInput'));
        return tokens !== undefined;
      },
      answer() {
        const own = streams.map((stream) => stream.answer()).find((answer) => answer !== null);
        if (own != null) return withoutModel(own.tokens === undefined ? { ...own, ...omitUndefined({ tokens }) } : own);
        return isKnown ? { parts: [], finishReasons: [], ...omitUndefined({ tokens }) } : null;
      },
    };
  },
};

/** Bedrock's price is that of the id in the path, which the model itself does not know. */
function withoutModel(own: ModelAnswer): ModelAnswer {
  const { model: _, ...answer } = own;
  return answer;
}

function countTokens(input?: number, output?: number, read?: number, written?: number): AnswerTokens | undefined {
  if (input === undefined && output === undefined) return undefined;
  const cached = omitUndefined({ cache_read_tokens: read, cache_write_tokens: written });
  return { input_tokens: input ?? null, output_tokens: output ?? null, isCacheIncluded: false, ...cached };
}
