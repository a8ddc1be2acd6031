/**
 * The closed catalogue of error codes: what each one means and the exit status it gives the process.
 *
 * @source design §2, table of exit codes
 */
export const ERROR_CODES = {
  WF_FAILED: { exitCode: 1, summary: 'The operation failed, and no narrower code describes how.' },
  WF_BUG: {
    exitCode: 1,
    summary: 'wf itself went wrong. Run the command again with --debug and report what it prints.',
  },
  WF_UNEXPECTED_ANSWER: { exitCode: 1, summary: 'The service answered something else than its interface promises.' },
  WF_ROUTE_FAILED: { exitCode: 1, summary: "The workflow's own code threw while it answered a call." },
  WF_DATABASE: { exitCode: 1, summary: 'The database file is damaged, read-only, full, busy or from a newer wf.' },
  WF_STORAGE: {
    exitCode: 1,
    summary: 'The bucket that keeps bundles is missing, refuses, cannot be reached, or lost one.',
  },
  WF_USAGE: { exitCode: 2, summary: 'A command was called with words, flags or arguments it does not take.' },
  WF_INVALID_INPUT: {
    exitCode: 2,
    summary: 'A value does not pass validation: a flag, a file, a body or a parameter.',
  },
  WF_NO_PROJECT: { exitCode: 2, summary: 'The command needs a project, and there is none in this folder or above it.' },
  WF_FOLDER_NOT_EMPTY: { exitCode: 2, summary: 'wf init only writes into an empty or new folder.' },
  WF_BUILD_FAILED: {
    exitCode: 2,
    summary: 'The workflow does not bundle: a syntax error, or a package that is not installed.',
  },
  WF_WORKFLOW_INVALID: {
    exitCode: 2,
    summary:
      'The workflow bundles, but breaks a rule for routes or configuration schemas, or its import throws, exits or never ends.',
  },
  WF_TESTSET_INVALID: {
    exitCode: 2,
    summary: 'The test set cannot be read: empty, ragged, malformed, or a column is missing.',
  },
  WF_NOT_FOUND: { exitCode: 3, summary: 'No record has that name or id.' },
  WF_NOT_SIGNED_IN: {
    exitCode: 4,
    summary: 'The service wants a key, and none was sent or it does not know the one sent.',
  },
  WF_NOT_ALLOWED: { exitCode: 4, summary: 'The key is known, but its role does not allow this.' },
  WF_RATE_LIMITED: { exitCode: 1, summary: 'The key has made as many requests as it may for now.' },
  WF_CONFLICT: { exitCode: 5, summary: 'The name is taken, or somebody else changed the record first.' },
  WF_BREAKING_CHANGE: { exitCode: 5, summary: 'The deploy would break a configuration that an environment runs.' },
  WF_PROTECTED: { exitCode: 5, summary: 'The environment only takes what passed its gate.' },
  WF_UNREACHABLE: {
    exitCode: 6,
    summary: 'No connection to the service, nothing that runs behind its proxy, or an answer that broke off.',
  },
  WF_NOT_READY: { exitCode: 6, summary: 'The replica takes no calls now: it drains, or its database does not answer.' },
  WF_TIMEOUT: { exitCode: 6, summary: 'The service took longer than the time limit.' },
  WF_GATE_FAILED: { exitCode: 7, summary: 'An evaluation or promotion gate failed.' },
  WF_GATE_INCONCLUSIVE: { exitCode: 8, summary: 'A gate needs more cases before it can decide.' },
  WF_STOPPED: { exitCode: 9, summary: 'An evaluation stopped at a limit, or was cancelled; it can be resumed.' },
  WF_INTERRUPTED: { exitCode: 130, summary: 'Interrupted by Ctrl-C or a signal.' },
} as const satisfies Record<string, { readonly exitCode: number; readonly summary: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
