import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { RecordFacts } from '../records/narrow/record-facts.ts';

/** What a list of human evaluations is searched and sorted by. */
export const HUMAN_EVALUATION_FACTS: RecordFacts<HumanEvaluation> = {
  createdAt: ({ created_at }) => created_at,
  names: ({ variant_names, testset_name }) => [...variant_names, testset_name],
  fields: {
    created: ({ created_at }) => created_at,
    updated: ({ updated_at }) => updated_at,
    testset: ({ testset_name }) => testset_name,
    status: ({ status }) => status,
  },
};

/** Fields that human evaluations can be sorted by. */
export const HUMAN_EVALUATION_FIELDS = Object.keys(HUMAN_EVALUATION_FACTS.fields);
