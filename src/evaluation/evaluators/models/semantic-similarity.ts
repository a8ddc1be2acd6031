import { embedTexts } from '../../judges/embed-texts.ts';
import { judgeWithModel } from '../../judges/judge-with-model.ts';
import { numberResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { modelSetting } from './judge-settings.ts';
import { readExpected, readText, toCell } from '../definition/read-answers.ts';

/** Similarity in meaning of output and expected answer, by an embedding model. */
export const semanticSimilarity: EvaluatorDefinition = {
  evaluator: {
    name: 'Semantic similarity',
    key: 'auto_semantic_similarity',
    direct_use: false,
    requires_llm_api_keys: true,
    settings_template: {
      embedding_model: { ...modelSetting('text-embedding-3-small'), description: 'Embedding model.' },
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      'Cosine similarity of the embeddings of output and expected answer: 1 for the same meaning. The cost of the model is shown separately.',
    tags: ['similarity', 'ai_llm'],
  },
  version: 1,
  range: () => ({ low: -1, high: 1 }),
  prepare: (settings, tools) => {
    const model = String(settings['embedding_model']);
    return ({ output, row }, signal) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const text = readText(output);
      if (!text.ok) return text.result;
      const texts = [text.value, toCell(expected.value)] as const;
      if (texts[0] === texts[1]) return numberResult(1);
      // No endpoint embeds empty text.
      if (texts.some((one) => one.trim() === '')) return numberResult(0);
      return judgeWithModel(async (expenses) => {
        const [a = [], b = []] = await embedTexts({ tools, model, texts, expenses, signal });
        return numberResult(cosine(a, b));
      }, signal);
    };
  },
};

/** The dot product of the normalised vectors: not every provider normalises them. */
function cosine(a: readonly number[], b: readonly number[]): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return lengths === 0 ? 0 : dot / lengths;
}
