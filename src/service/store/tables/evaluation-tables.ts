export interface EvaluationTables {
  evaluator_configs: {
    id: string;
    project_id: string;
    app_id: string;
    name: string;
    evaluator_key: string;
    settings_values: string | null;
    created_at: string;
    updated_at: string;
  };
  evaluations: {
    id: string;
    project_id: string;
    app_id: string;
    variant_id: string;
    variant_name: string;
    variant_revision_id: string;
    revision: number;
    deployment_id: string;
    testset_id: string;
    testset_name: string;
    testset_revision: number | null;
    route: string | null;
    correct_answer_column: string | null;
    provider_keys: string | null;
    rate_limit: string;
    evaluator_configs: string;
    status: string;
    status_value: string;
    aggregated_results: string;
    /** The human evaluation whose outputs it generates; `null`: none. */
    human_evaluation_id: string | null;
    options: string;
    /** Number of its rows, including repetitions. */
    row_count: number;
    /** Number of its cases; `null`: it was made before they were stored. */
    case_count: number | null;
    /** Totals of the rows, stored when all have finished. */
    summary: string | null;
    totals: string | null;
    /** Cost of calls and judges whose rows have no result: they run again, or the run was stopped. */
    spent_before: number;
    /** Of that, what calls without an answer cost, and the number of those whose cost is unknown. */
    failed_before: number;
    unpriced_before: number;
    /** Shared by the evaluations that one request started; `null`: it is the only one. */
    run_id: string | null;
    created_by: string;
    /** Id of the key that started it, whose model calls are counted; `null`: before these were counted, or imported. */
    started_by_key: string | null;
    created_at: string;
    updated_at: string;
    archived_at: string | null;
    /** Hash of the bundle that is called; `null`: code behind an address. */
    bundle_sha256: string | null;
    /** Keyed hash of the variables that determine outputs, at its last start; `null`: nobody knows them. */
    variables_hash: string | null;
  };
  evaluation_labels: { record_id: string; name: string; value: string };
  evaluation_scenarios: {
    id: string;
    evaluation_id: string;
    position: number;
    cells: string;
    /** Position of the first row of its case; `null`: it is the first, or a repetition of that. */
    case_position: number | null;
  };
  evaluation_outcomes: {
    scenario_id: string;
    evaluation_id: string;
    outputs: string;
    results: string;
    cost: number | null;
    latency: number | null;
    /** 1 when this evaluation called for the answer. */
    is_called: number;
    is_error: number;
    /** Model calls that judges made for this row, and their cost; `null` when it is unknown, or there were none. */
    judge_calls: number;
    judge_cost: number | null;
    /** Its stored output; `null`: none. */
    cell_hash: string | null;
  };
  cells: {
    hash: string;
    output: string;
    cost: number | null;
    latency: number | null;
    /** What the cost came from, as JSON. */
    usage: string | null;
    /** Its call was among the first of a process. */
    warm_up: 'first' | 'early' | null;
    /** Shared by the calls for the same row that several evaluations made at the same time. */
    call_group: string | null;
    created_at: string;
  };
  scores: {
    hash: string;
    result: string;
    created_at: string;
    /** The stored output that it judges; `null`: none. */
    cell_hash: string | null;
  };
  /** Processes that run rows of evaluations for all replicas. */
  workers: { id: string; concurrency: number; seen_at: string };
  /** Calls of an evaluation that one chunk of its rows may have in flight. */
  evaluation_slots: { owner: string; evaluation_id: string; calls: number; expires_at: string };
  /** Refusals that targets of evaluations returned to any process. */
  target_refusals: { target: string; refusals: number; closed_until: string; updated_at: string };
  cell_claims: { owner: string; code: string; cells: string; expires_at: string };
  /** Looks of gates at evaluations; hashes of what they looked at. */
  gate_looks: { app_id: string; subject: string; look: number; figures: string; created_at: string };
  evaluation_leases: { evaluation_id: string; owner: string; expires_at: string };
}

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
    /** When somebody closed the voting; `null`: it is open. */
    closed_at: string | null;
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
