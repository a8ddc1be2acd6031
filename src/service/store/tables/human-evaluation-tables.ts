/** The tables of human evaluations. */
export interface HumanEvaluationTables {
  human_evaluations: {
    id: string;
    project_id: string;
    app_id: string;
    evaluation_type: string;
    variants: string;
    inputs: string;
    testset_id: string;
    testset_name: string;
    status: string;
    link_sha256: string | null;
    link_sealed: string | null;
    created_at: string;
    updated_at: string;
  };
  human_voters: {
    id: string;
    human_evaluation_id: string;
    name: string;
    principal_id: string | null;
    code_sha256: string | null;
    code_sealed: string | null;
    revealed_at: string | null;
    created_at: string;
  };
  human_votes: {
    scenario_id: string;
    voter_id: string;
    human_evaluation_id: string;
    vote: string;
    score: string;
    note: string;
    is_blind: number;
    updated_at: string;
  };
  human_evaluation_scenarios: {
    id: string;
    human_evaluation_id: string;
    position: number;
    inputs: string;
    outputs: string;
    correct_answer: string | null;
    note: string;
    is_pinned: number;
  };
}
