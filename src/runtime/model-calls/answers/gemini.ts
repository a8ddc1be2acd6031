import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import {
  type AnswerReader,
  type AnswerTokens,
  joinTexts,
  type MessagePart,
  type ModelAnswer,
  toCount,
  toList,
  toText,
} from './model-answer.ts';

/** Answers of Gemini, at Google AI Studio and Vertex AI. @source https://ai.google.dev/api/generate-content */
export const gemini: AnswerReader = {
  readWhole: (body) => (isAnswer(body) ? toAnswer(body, toParts(body)) : null),
  openStream() {
    let known: UnknownRecord | null = null;
    const parts: MessagePart[] = [];
    return {
      read(event) {
        if (!isAnswer(event)) return false;
        // Each chunk counts all tokens so far; the last one has the reason of the end.
        known = { ...known, ...event };
        parts.push(...toParts(event));
        return false;
      },
      answer: () => (known === null ? null : toAnswer(known, joinTexts(parts))),
    };
  },
};

function isAnswer(body: UnknownRecord): boolean {
  return Array.isArray(body['candidates']) || isRecord(body['usageMetadata']) || isRecord(body['promptFeedback']);
}

function toAnswer(body: UnknownRecord, parts: readonly MessagePart[]): ModelAnswer {
  const candidates = toList(body['candidates']).map(toRecord);
  const blocked = toText(toRecord(body['promptFeedback'])['blockReason']);
  return {
    ...omitUndefined({
      id: toText(body['responseId']),
      model: toText(body['modelVersion']),
      tokens: toTokens(toRecord(body['usageMetadata']), candidates),
    }),
    parts,
    finishReasons: [
      ...candidates.flatMap((candidate) => toText(candidate['finishReason']) ?? []),
      ...(blocked === undefined ? [] : [blocked]),
    ],
  };
}

/** Thoughts are counted apart from the answer; what tools returned, apart from the prompt. */
function toTokens(usage: UnknownRecord, candidates: readonly UnknownRecord[]): AnswerTokens | undefined {
  const input = toCount(usage['promptTokenCount']);
  if (input === undefined) return undefined;
  const total = toCount(usage['totalTokenCount']);
  const thoughts = toCount(usage['thoughtsTokenCount']) ?? 0;
  const fromTools = toCount(usage['toolUsePromptTokenCount']) ?? 0;
  // Left out of an answer without text, whose total shows it.
  const written =
    toCount(usage['candidatesTokenCount']) ?? (total === undefined ? undefined : total - input - fromTools - thoughts);
  return {
    input_tokens: input + fromTools,
    output_tokens: written === undefined || written < 0 ? null : written + thoughts,
    isCacheIncluded: true,
    ...omitUndefined({ cache_read_tokens: toCount(usage['cachedContentTokenCount']) }),
    ...(thoughts === 0 ? {} : { reasoning_tokens: thoughts }),
    details: {
      ...countKinds(usage['promptTokensDetails'], 'input_audio_tokens', 'input_image_tokens', 'input_video_tokens'),
      ...countKinds(usage['cacheTokensDetails'], 'cache_audio_read_tokens', 'cache_image_read_tokens'),
      ...countKinds(
        usage['candidatesTokensDetails'],
        'output_audio_tokens',
        'output_image_tokens',
        'output_video_tokens',
      ),
      ...countSearches(candidates),
    },
    ...serviceTier(usage),
  };
}

function serviceTier(usage: UnknownRecord): Pick<AnswerTokens, 'service_tier'> {
  const tier = toText(usage['trafficType'])?.toLowerCase();
  // Vertex says how a call was paid for.
  return tier === undefined || tier === 'on_demand' ? {} : { service_tier: tier };
}

const KINDS = ['AUDIO', 'IMAGE', 'VIDEO'];

/** @param names - where to count audio, images and videos */
function countKinds(list: unknown, ...names: readonly (keyof NonNullable<AnswerTokens['details']>)[]) {
  const counted = toList(list).map(toRecord);
  // A kind that a list leaves out has no tokens.
  if (counted.length === 0) return {};
  const ofKind = (kind: string | undefined) => counted.find(({ modality }) => modality === kind)?.['tokenCount'];
  return Object.fromEntries(names.map((name, index) => [name, toCount(ofKind(KINDS[index])) ?? 0]));
}

/** Searches on Google have prices of their own, which the price list does not have. */
function countSearches(candidates: readonly UnknownRecord[]) {
  const queries = candidates.flatMap((candidate) =>
    toList(toRecord(candidate['groundingMetadata'])['webSearchQueries']),
  );
  return queries.length === 0 ? {} : { web_searches: queries.length };
}

function toParts(body: UnknownRecord): MessagePart[] {
  const contents = toList(body['candidates']).map((candidate) => toRecord(toRecord(candidate)['content']));
  return contents.flatMap((content) => toList(content['parts']).map(toRecord)).flatMap(toPart);
}

function toPart({ text, thought, functionCall }: UnknownRecord): MessagePart[] {
  if (isRecord(functionCall)) {
    const { id, name, args } = functionCall;
    return [{ type: 'tool_call', id, name, arguments: args }];
  }
  const content = toText(text);
  return content === undefined ? [] : [{ type: thought === true ? 'reasoning' : 'text', content }];
}

/** Embeddings of Gemini; few of its models count their tokens. @source https://ai.google.dev/api/embeddings */
export const geminiEmbeddings: AnswerReader = {
  readWhole(body) {
    if (!isRecord(body['embedding']) && !Array.isArray(body['embeddings'])) return null;
    const usage = toRecord(body['usageMetadata']);
    const input = toCount(usage['promptTokenCount']);
    const tokens =
      input === undefined
        ? undefined
        : {
            input_tokens: input,
            output_tokens: 0,
            details: countKinds(
              usage['promptTokensDetails'],
              'input_audio_tokens',
              'input_image_tokens',
              'input_video_tokens',
            ),
          };
    return { ...omitUndefined({ tokens }), parts: [], finishReasons: [] };
  },
  openStream: () => ({ read: () => true, answer: () => null }),
};
