/**
 * The closed catalogue of error codes: what each one means and the exit status it gives the process.
 *
 * @source design §2, table of exit codes
 */
export const ERROR_CODES = {
  WF_FAILED: { exitCode: 1, summary: 'The operation failed for a reason that has no code of its own.' },
  WF_BUG: {
    exitCode: 1,
    summary: 'wf has a bug. Run the command again with --debug and report the output.',
  },
  WF_UNEXPECTED_ANSWER: { exitCode: 1, summary: 'The response of the service does not match its interface.' },
  WF_ROUTE_FAILED: { exitCode: 1, summary: "The workflow's own code threw an error during a call." },
  WF_DATABASE: { exitCode: 1, summary: 'The database file is damaged, read-only, full, busy or from a newer wf.' },
  WF_STORAGE: {
    exitCode: 1,
    summary: 'The bucket for bundles is missing, refuses access, is unreachable, or has lost a bundle.',
  },
  WF_USAGE: { exitCode: 2, summary: 'Unknown command, or a missing, unknown or conflicting flag or argument.' },
  WF_INVALID_INPUT: {
    exitCode: 2,
    summary: 'A value is invalid: a flag, a file, a request body or a parameter.',
  },
  WF_UNSUPPORTED: { exitCode: 2, summary: 'The service lacks an extension of wf that the command needs.' },
  WF_NO_PROJECT: { exitCode: 2, summary: 'The command needs a project; this folder and its parents contain none.' },
  WF_NOT_TRUSTED: {
    exitCode: 2,
    summary: 'The project file contains code, and its folder is not trusted; nothing of it ran.',
  },
  WF_FOLDER_NOT_EMPTY: { exitCode: 2, summary: 'wf init writes only to a new or empty folder.' },
  WF_BUILD_FAILED: {
    exitCode: 2,
    summary: 'The workflow cannot be bundled: it has a syntax error, or a package is not installed.',
  },
  WF_TYPE_ERRORS: {
    exitCode: 2,
    summary: "With --check: the project's TypeScript found errors, or could not check the types.",
  },
  WF_WORKFLOW_INVALID: {
    exitCode: 2,
    summary: 'A route or configuration schema breaks a rule, or importing the workflow throws, exits or never ends.',
  },
  WF_TESTSET_INVALID: {
    exitCode: 2,
    summary: 'The test set cannot be read: it is empty or malformed, or a column is missing.',
  },
  WF_NOT_FOUND: { exitCode: 3, summary: 'No record has that name or id.' },
  WF_NOT_SIGNED_IN: {
    exitCode: 4,
    summary: 'The service requires a key; none was sent, or the key is unknown.',
  },
  WF_NOT_ALLOWED: { exitCode: 4, summary: 'The role of the key does not allow this.' },
  WF_RATE_LIMITED: { exitCode: 1, summary: 'The key has reached its limit of requests per minute.' },
  WF_CONFLICT: { exitCode: 5, summary: 'The name is taken, or the record has changed since it was read.' },
  WF_BREAKING_CHANGE: { exitCode: 5, summary: 'The deploy would break a configuration that an environment runs.' },
  WF_PROTECTED: { exitCode: 5, summary: 'The environment accepts only variants that pass its gate.' },
  WF_UNREACHABLE: {
    exitCode: 6,
    summary: 'The service cannot be reached, its proxy has no backend, or the connection broke.',
  },
  WF_NOT_READY: {
    exitCode: 6,
    summary: 'The replica accepts no calls: it is draining, or its database does not respond.',
  },
  WF_TIMEOUT: { exitCode: 6, summary: 'The service did not respond within the time limit.' },
  WF_GATE_FAILED: { exitCode: 7, summary: 'An evaluation or promotion gate failed.' },
  WF_GATE_INCONCLUSIVE: { exitCode: 8, summary: 'A gate needs more cases before it can decide.' },
  WF_STOPPED: { exitCode: 9, summary: 'An evaluation stopped at a limit, or was cancelled; it can be resumed.' },
  WF_INTERRUPTED: { exitCode: 130, summary: 'Interrupted by Ctrl-C or a signal.' },
} as const satisfies Record<string, { readonly exitCode: number; readonly summary: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
