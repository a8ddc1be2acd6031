import { expect, test } from 'vitest';
import { readBatch } from '../../../../../src/runtime/model-calls/answers/read-batch.ts';

const counted = { input_tokens: 8, cache_read_input_tokens: 2, cache_creation_input_tokens: 5, output_tokens: 4 };

async function* pieces(...texts: string[]) {
  yield* texts;
}

test('results of a batch are added up by model, however the file is cut', async () => {
  const message = (model: string, usage: object) =>
    JSON.stringify({ custom_id: 'a', result: { type: 'succeeded', message: { type: 'message', model, usage } } });
  const failed = JSON.stringify({ custom_id: 'b', result: { type: 'errored', error: {} } });
  const text = [message('m', counted), failed, '', message('m', counted), message('n', counted)].join('\n');
  const tokens = { isCacheIncluded: false, batch: true, cache_read_tokens: 4, cache_write_tokens: 10 };
  const common = { parts: [], finishReasons: [], isBatch: true };
  expect(await readBatch(pieces(text.slice(0, 70), text.slice(70)))).toEqual([
    { model: 'm', tokens: { ...tokens, input_tokens: 16, output_tokens: 8 }, ...common },
    {
      model: 'n',
      tokens: { ...tokens, cache_read_tokens: 2, cache_write_tokens: 5, input_tokens: 8, output_tokens: 4 },
      ...common,
    },
  ]);
});

test('any other file is left at its first line', async () => {
  expect(await readBatch(pieces('{"text":"a"}\n{"custom_id":"a","response":{"body":{"choices":[]}}}'))).toEqual([]);
  expect(await readBatch(pieces('no JSON'))).toEqual([]);
});

const common = { parts: [], finishReasons: [], isBatch: true };
const ofOpenAi = (model: string, usage: object) =>
  JSON.stringify({ custom_id: 'a', response: { body: { model, choices: [], usage } } });

test('all counts are added up, and those that are 0 are left out', async () => {
  const usage = {
    prompt_tokens: 1,
    completion_tokens: 0,
    prompt_tokens_details: { cached_tokens: 1 },
    completion_tokens_details: { reasoning_tokens: 1 },
  };
  const message = {
    type: 'message',
    model: 'n',
    usage: { ...counted, cache_creation: { ephemeral_1h_input_tokens: 1 } },
  };
  const lines = [
    ofOpenAi('m', usage),
    ofOpenAi('m', usage),
    ofOpenAi('o', { prompt_tokens: 0, completion_tokens: 3 }),
    JSON.stringify({ custom_id: 'b', result: { message } }),
  ];
  expect(await readBatch(pieces(`${lines.join('\n')}\n \n`))).toEqual([
    {
      model: 'm',
      tokens: { input_tokens: 2, output_tokens: 0, cache_read_tokens: 2, reasoning_tokens: 2, batch: true },
      ...common,
    },
    { model: 'o', tokens: { input_tokens: 0, output_tokens: 3, batch: true }, ...common },
    {
      model: 'n',
      tokens: {
        input_tokens: 8,
        output_tokens: 4,
        cache_read_tokens: 2,
        cache_write_tokens: 5,
        cache_write_1h_tokens: 1,
        isCacheIncluded: false,
        batch: true,
      },
      ...common,
    },
  ]);
});

test('the results before a line that is no result count', async () => {
  const result = ofOpenAi('m', { prompt_tokens: 1 });
  expect(await readBatch(pieces(`${result}\nno JSON\n${result}`))).toEqual([
    { model: 'm', tokens: { input_tokens: 1, output_tokens: 0, batch: true }, ...common },
  ]);
});

test.each([
  [0, 1],
  [1, 0],
])('a line of 16 MiB and %d characters gives %d models', async (extra, count) => {
  const line = ofOpenAi('m', { prompt_tokens: 1 });
  const padding = ' '.repeat(16 * 1024 * 1024 + extra - line.length);
  expect(await readBatch(pieces(line + padding, '\n'))).toHaveLength(count);
});
