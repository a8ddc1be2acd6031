/**
 * The closed catalogue of error codes, each with the exit status of the process. Their texts are in
 * `error-explanations.ts`, because every bundle contains this file.
 *
 * @source design §2, table of exit codes
 */
export const EXIT_CODES = {
  WF_FAILED: 1,
  WF_BUG: 1,
  WF_UNEXPECTED_ANSWER: 1,
  WF_ROUTE_FAILED: 1,
  WF_DATABASE: 1,
  WF_STORAGE: 1,
  WF_USAGE: 2,
  WF_INVALID_INPUT: 2,
  WF_UNSUPPORTED: 2,
  WF_NO_PROJECT: 2,
  WF_NOT_TRUSTED: 2,
  WF_FOLDER_NOT_EMPTY: 2,
  WF_BUILD_FAILED: 2,
  WF_TYPE_ERRORS: 2,
  WF_WORKFLOW_INVALID: 2,
  WF_TESTSET_INVALID: 2,
  WF_NOT_FOUND: 3,
  WF_NOT_SIGNED_IN: 4,
  WF_NOT_ALLOWED: 4,
  WF_RATE_LIMITED: 1,
  WF_CONFLICT: 5,
  WF_BREAKING_CHANGE: 5,
  WF_PROTECTED: 5,
  WF_UNREACHABLE: 6,
  WF_NOT_READY: 6,
  WF_TIMEOUT: 6,
  WF_GATE_FAILED: 7,
  WF_GATE_INCONCLUSIVE: 8,
  WF_STOPPED: 9,
  WF_INTERRUPTED: 130,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof EXIT_CODES;
