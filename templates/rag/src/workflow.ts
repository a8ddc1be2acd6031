import { configSchema, groupedMultipleChoice, multipleChoice, route, supportedLlmModels } from 'wfkit';
import * as z from 'zod';
import { askModel } from './ask-model.ts';
import { embedTexts } from './embed-texts.ts';
import { retrievePassages } from './retrieve-passages.ts';

/** How texts become vectors. All three routes share these fields, so a variant sets each of them once. */
const embeddingFields = {
  embeddingModel: multipleChoice(['text-embedding-3-small', 'text-embedding-3-large']).default(
    'text-embedding-3-small',
  ),
  dimensions: z.int().gte(64).lte(1024).default(256),
};

/** Which passages are used. */
const retrievalFields = {
  passages: z.int().gte(1).lte(10).default(3),
  minimumSimilarity: z.number().gte(0).lt(1).default(0.2),
};

const Embedding = configSchema(embeddingFields);

const Retrieval = configSchema({ ...embeddingFields, ...retrievalFields });

const Answering = configSchema({
  ...embeddingFields,
  ...retrievalFields,
  prompt: z.string().default(`Answer the question from these passages only, in one sentence.
If they do not hold the answer, say that you do not know.

{passages}`),
  model: groupedMultipleChoice(supportedLlmModels).default('gpt-6-luna'),
  nameSources: z.boolean().default(false),
});

const Question = z.object({ question: z.string().min(1) });

const Passage = z.object({ id: z.string(), text: z.string(), similarity: z.number() });

/** Turns a text into a vector. */
export const embed = route(
  '/embed',
  { config: Embedding, input: z.object({ text: z.string().min(1) }), output: z.array(z.number()) },
  async ({ config, input, signal }) => {
    const [vector] = await embedTexts([input.text], config, signal);
    return vector ?? [];
  },
);

/** Finds the passages nearest to a question, best first. */
export const retrieve = route(
  '/retrieve',
  { config: Retrieval, input: Question, output: z.array(Passage) },
  async ({ config, input, signal }) => await retrievePassages(input.question, config, signal),
);

/** Answers a question from the nearest passages. */
export const answer = route(
  '/answer',
  { config: Answering, input: Question, output: z.string() },
  async ({ config, input: { question }, signal }) => {
    const passages = await retrievePassages(question, config, signal);
    if (passages.length === 0) return 'I do not know.';
    const list = passages.map(({ text }) => `- ${text}`).join('\n');
    const system = config.prompt.replaceAll('{passages}', () => list);
    const said = await askModel({ model: config.model, system, user: question, signal });
    return config.nameSources ? `${said} (${passages.map(({ id }) => id).join(', ')})` : said;
  },
);
