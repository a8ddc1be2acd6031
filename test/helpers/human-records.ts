import type {
  CaseVotes,
  HumanEvaluation,
  HumanEvaluationScenario,
  HumanVote,
  HumanVoter,
} from '../../src/contract/human-evaluations/human-evaluation.ts';

const DEFAULT_VARIANT = '01932c5e-1111-7000-8000-000000000001';
const TUNED_VARIANT = '01932c5e-1111-7000-8000-000000000002';

/** Creates a comparison of `default@2` (vote `a`) and `tuned@1` (vote `b`). */
export function humanEvaluationOf(evaluation: Partial<HumanEvaluation> = {}): HumanEvaluation {
  return {
    id: '01932c5e-5555-7000-8000-000000000001',
    app_id: '01932c5e-0000-7000-8000-00000000000a',
    project_id: '01932c5e-0000-7000-8000-00000000000b',
    evaluation_type: 'human_a_b_testing',
    variant_ids: [DEFAULT_VARIANT, TUNED_VARIANT],
    variant_names: ['default', 'tuned'],
    variants_revision_ids: ['01932c5e-2222-7000-8000-000000000001', '01932c5e-2222-7000-8000-000000000002'],
    revisions: ['2', '1'],
    testset_id: '01932c5e-4444-7000-8000-000000000001',
    testset_name: 'cases',
    status: 'EVALUATION_FINISHED',
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
    ...evaluation,
  };
}

/** Creates a test of `default@2` alone, whose votes are scores. */
export function scoredEvaluationOf(): HumanEvaluation {
  return humanEvaluationOf({
    evaluation_type: 'single_model_test',
    variant_ids: [DEFAULT_VARIANT],
    variant_names: ['default'],
    revisions: ['2'],
  });
}

/** Creates one voter per string; each character that is not a dot is a vote. */
export function votersOf(votes: readonly string[]): HumanVoter[] {
  return votes.map((given, index) => ({
    id: `voter-${index}`,
    name: `voter ${index}`,
    votes: given.replaceAll('.', '').length,
    revealed_at: null,
    created_at: '2026-11-20T11:00:00Z',
  }));
}

const VOTES: Readonly<Record<string, string>> = { a: DEFAULT_VARIANT, b: TUNED_VARIANT, '+': '1', '-': '0' };

/** Creates cases and votes: a string per voter, a character per case, `a`, `b`, `+`, `-`, or a dot for none. */
export function votedOf(votes: readonly string[]): { scenarios: HumanEvaluationScenario[]; votes: CaseVotes[] } {
  return castOf(
    votes.map((given) => given.split('').map((sign) => (sign === '.' ? null : { vote: VOTES[sign] ?? '', score: '' }))),
  );
}

/** Creates cases and their scores: a list per voter. */
export function scoredOf(scores: readonly (readonly (number | null)[])[]) {
  return castOf(
    scores.map((given) => given.map((score) => (score === null ? null : { vote: '', score: String(score) }))),
  );
}

function castOf(given: readonly (readonly (Pick<HumanVote, 'vote' | 'score'> | null)[])[]) {
  const places = Array.from({ length: Math.max(...given.map(({ length }) => length)) }, (_, place) => place);
  return {
    scenarios: places.map(scenarioOf),
    votes: places.map((position) => ({
      scenario_id: `case-${position}`,
      position,
      votes: given.flatMap((own, voter): HumanVote[] => {
        const vote = own[position] ?? null;
        const rest = { voter_id: `voter-${voter}`, note: '', is_blind: true, updated_at: '2026-11-20T11:00:00Z' };
        return vote === null ? [] : [{ ...vote, ...rest }];
      }),
    })),
  };
}

/** A case with the outputs `a0` and `b0`, `a1` and `b1`, …, equal to those in the variants' evaluations. */
function scenarioOf(place: number): HumanEvaluationScenario {
  return {
    id: `case-${place}`,
    evaluation_id: '01932c5e-5555-7000-8000-000000000001',
    inputs: [{ input_name: 'text', input_value: `case ${place}` }],
    outputs: [
      { variant_id: DEFAULT_VARIANT, variant_output: `a${place}` },
      { variant_id: TUNED_VARIANT, variant_output: `b${place}` },
    ],
    vote: '',
    score: '',
    correct_answer: null,
    is_pinned: false,
    note: '',
  };
}
