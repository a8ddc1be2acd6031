import type { ErrorCode } from './wf-error.ts';

/** What `wf explain` says of a code. */
interface ErrorExplanation {
  /** What the code means, in one sentence. */
  readonly summary: string;
  /** What causes the error. */
  readonly why: string;
  /** Commands to run or steps to take, most likely first. */
  readonly remedies: readonly string[];
}

export interface ExplainedError extends ErrorExplanation {
  readonly code: ErrorCode;
  readonly exit_code: number;
  /** HTTP status of a server that raises it on purpose; `null`: none does. */
  readonly status: number | null;
}

/** One entry per code. Separate from the catalogue, which every command loads. */
export const ERROR_EXPLANATIONS: Readonly<Record<ErrorCode, ErrorExplanation>> = {
  WF_FAILED: {
    summary: 'The operation failed for a reason that has no code of its own.',
    why: 'Something outside of wf failed, such as the file system or a service that answered with an unusual status.',
    remedies: ['Read the message, which names what failed.', 'Run the command again with --debug to see each request.'],
  },
  WF_BUG: {
    summary: 'wf has a bug. Run the command again with --debug and report the output.',
    why: 'wf met a state that its authors did not expect. Your data is not the cause.',
    remedies: ['Run the command again with --debug and report the output. It never contains keys.'],
  },
  WF_UNEXPECTED_ANSWER: {
    summary: 'The response of the service does not match its interface.',
    why: 'The server at the base URL is not a service that wf can talk to or is much older, or a proxy changes its answers.',
    remedies: [
      'wf config list',
      'wf api GET /health',
      'Check that base_url ends in the path of the API, such as /api.',
    ],
  },
  WF_ROUTE_FAILED: {
    summary: "The workflow's own code threw an error during a call.",
    why: "The call was valid and the route's handler threw. The message is the one that it threw; the details contain the stack.",
    remedies: ['wf run ROUTE --json shows the stack.', 'wf logs shows what a deployed workflow wrote.'],
  },
  WF_DATABASE: {
    summary: 'The database file is damaged, read-only, full, busy or from a newer wf.',
    why: 'The service cannot use its database, which is the file wf.db in the folder that wf config get data_dir shows, unless the service has another.',
    remedies: [
      'wf doctor',
      'Close other programs that write to the file.',
      'Free disk space, or restore the permissions of the folder.',
    ],
  },
  WF_STORAGE: {
    summary: 'The bucket for bundles is missing, refuses access, is unreachable, or has lost a bundle.',
    why: 'wf serve --artifacts stores bundles in a bucket of Amazon S3 or a compatible server. Older bundles stay in the bucket where they were stored, so that bucket and its credentials are still needed.',
    remedies: [
      'Set AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL for your own server.',
      'Create the bucket; wf does not create buckets.',
      'Restore a lost bundle with wf deploy from the same sources.',
    ],
  },
  WF_USAGE: {
    summary: 'The command line is wrong: a command, flag or argument is unknown, missing, in conflict or malformed.',
    why: 'One of these: an unknown command, an unknown flag, a missing argument, an unexpected argument, flags that exclude each other, or a value that is not in the form, the range or the choices of its flag. Nothing was changed.',
    remedies: ['Add --help to the command to see its arguments and flags.'],
  },
  WF_INVALID_INPUT: {
    summary:
      'What was given does not fit its schema: a configuration value, an input, a setting, a file or a request body.',
    why: 'The command line has the right form, and its content is refused. One of these: a configuration value, a configuration field that does not exist, an input of a route, a setting of an evaluator, a setting of wf, a request body, a file that is malformed, or a file that cannot be written.',
    remedies: ['wf routes shows the fields of a route with their bounds.', 'Add --json to read every violation.'],
  },
  WF_UNSUPPORTED: {
    summary: 'The service lacks an extension of wf that the command needs.',
    why: 'Other services speak the interface too, without what wf adds to it. A command does the same by public means, or stops before it writes.',
    remedies: ['wf whoami shows what kind of service it is.', 'Run the command against wf serve.'],
  },
  WF_NO_PROJECT: {
    summary: 'The command needs a project; this folder and its parents contain none.',
    why: 'A project is a folder with wf.config.ts, .wfrc or a package.json with "wf". wf looks here and in every folder above.',
    remedies: ['wf init my-workflow --template basic', 'Change to the project folder, or pass it: wf build DIR'],
  },
  WF_NOT_TRUSTED: {
    summary: 'The folder of the project is not trusted; nothing of it ran, and it got no variables.',
    why: 'Whoever wrote a project chooses what its commands run, and which variables they ask for. wf runs projects that wf init created here, or that the user trusts.',
    remedies: [
      'Read the sources, the project file and .env.',
      'wf trust',
      'For one command, add --trust. On a build machine, set WF_TRUST=1.',
    ],
  },
  WF_FOLDER_NOT_EMPTY: {
    summary: 'wf init and wf build --target write only to a new or empty folder, or over an earlier build.',
    why: 'The command refuses a folder that contains other files, so that it overwrites none of them.',
    remedies: ['wf init NEW-FOLDER', 'wf build --target node --output NEW-FOLDER'],
  },
  WF_BUILD_FAILED: {
    summary: 'The workflow cannot be bundled: it has a syntax error, or a package is not installed.',
    why: 'esbuild could not bundle the entry file and its imports.',
    remedies: ['Fix the line that the message shows.', 'Run npm install if a package is missing.'],
  },
  WF_TYPE_ERRORS: {
    summary: "With --check: the project's TypeScript found errors, or could not check the types.",
    why: "wf build and wf deploy run the project's own TypeScript next to the build. Only with --check do its errors fail the command.",
    remedies: ['npx tsc --noEmit', 'Fix the lines that the message shows.', 'Leave out --check to build anyway.'],
  },
  WF_WORKFLOW_INVALID: {
    summary: 'A route or configuration schema breaks a rule, or importing the workflow throws, exits or does not end.',
    why: 'wf imported the bundle in a separate process to read its routes, and a rule is broken. Examples: a field without a default, two routes with one path, a default out of bounds, an import that throws.',
    remedies: ['Fix the route and field that the message names.', 'wf routes'],
  },
  WF_TESTSET_INVALID: {
    summary: 'The test set cannot be read: it is empty or malformed, or a column is missing.',
    why: 'A test set is CSV with a header line, a JSON array of objects, or one JSON object per line. Every row has the same columns.',
    remedies: ['wf testsets check FILE'],
  },
  WF_NOT_FOUND: {
    summary: 'Nothing has that name or id: no record, route, column, evaluator, template or setting.',
    why: 'There is no record of this name, id or id prefix, or no route, column, evaluator, template, profile or setting of this name. A prefix needs at least four characters.',
    remedies: [
      'List the records, for example with wf variants list.',
      'Add --app if the record belongs to another app.',
    ],
  },
  WF_NO_FILE: {
    summary: 'A local file or folder that the command reads does not exist.',
    why: 'There is no file or folder at this path. Paths are relative to the current folder.',
    remedies: ['Check the path, and the folder that the command runs in.'],
  },
  WF_NOT_SIGNED_IN: {
    summary: 'The service requires a key; none was sent, or the key is unknown.',
    why: 'Every request but those to /health, /health/ready and /openapi.json requires a key. wf stores one key per address and sends it to no other.',
    remedies: ['wf login --base-url URL', 'wf whoami', 'In CI, set WF_API_KEY and WF_BASE_URL.'],
  },
  WF_NOT_ALLOWED: {
    summary: 'The role of the key does not allow this.',
    why: 'A key has the role viewer, auditor, author or operator. Each may do more than the one before it, but an auditor calls no routes.',
    remedies: ['wf whoami', 'Ask an operator for a key with a higher role.'],
  },
  WF_RATE_LIMITED: {
    summary: 'The key has reached its limit of requests per minute.',
    why: 'A key has a limit of requests per minute across all replicas. wf waits up to a minute for the limit to allow the next request.',
    remedies: [
      'Send fewer requests at the same time.',
      'wf keys list shows the limits.',
      'Ask an operator for a key with a higher limit.',
    ],
  },
  WF_CONFLICT: {
    summary: 'The name is taken, or the record has changed since it was read.',
    why: 'The change does not fit the state of the record: the name is taken, the record changed since you read it, or another record still needs it.',
    remedies: ['Read the record again, then decide.', 'Choose another name.'],
  },
  WF_BREAKING_CHANGE: {
    summary: 'The deploy would break a configuration that an environment runs.',
    why: 'The new schemas would reject a configuration that an environment runs. Nothing was deployed.',
    remedies: [
      'wf deploy --plan shows every breaking change.',
      'wf deploy --migrate rename:old=new, default:field or clamp:field',
      'wf deploy --accept-breaking',
    ],
  },
  WF_PROTECTED: {
    summary: 'The environment accepts only variants that pass its gate.',
    why: 'The environment is protected by a gate. Only a variant whose evaluation passes the gate can be deployed there.',
    remedies: ['wf env deploy ENV --variant VARIANT --gate FILE --evaluation EVALUATION', 'wf env show ENV'],
  },
  WF_UNREACHABLE: {
    summary: 'The service cannot be reached, its proxy has no backend, or the connection broke.',
    why: 'The host name did not resolve, nothing listens there, a proxy or firewall blocks the way, TLS failed, or the connection broke. The message says which and names the host.',
    remedies: [
      'wf doctor',
      'wf config list shows where base_url comes from.',
      'Without base_url, wf uses its embedded service.',
    ],
  },
  WF_NOT_READY: {
    summary: 'The replica accepts no calls: it is draining, or its database does not respond.',
    why: 'The replica is starting, stopping, or cannot reach its database. A load balancer should send requests to another replica.',
    remedies: ['wf api GET /health/ready', 'wf doctor', 'Try again: another replica may answer.'],
  },
  WF_TIMEOUT: {
    summary: 'The service did not respond within the time limit.',
    why: 'The service accepted the request and did not answer in time. It may still complete the request.',
    remedies: ['Add --timeout SECONDS', 'wf api GET /health'],
  },
  WF_GATE_FAILED: {
    summary: 'An evaluation or promotion gate failed.',
    why: 'A condition of the gate does not hold. Standard output still contains the result.',
    remedies: ['Read which check failed and its interval.', 'wf eval compare A B shows the rows behind it.'],
  },
  WF_GATE_INCONCLUSIVE: {
    summary: 'A gate needs more cases before it can decide.',
    why: 'There are too few cases to decide at the requested confidence.',
    remedies: ['Add as many cases as the check says it needs.', 'Lower the confidence if that is acceptable.'],
  },
  WF_STOPPED: {
    summary: 'An evaluation stopped at a limit, or was cancelled; it can be resumed.',
    why: 'The evaluation reached a cost or time limit or was cancelled. All computed results are stored.',
    remedies: [
      'wf eval resume ID',
      'Resume with a higher limit, for example --max-cost 10.',
      'wf eval show ID shows why it stopped.',
    ],
  },
  WF_INTERRUPTED: {
    summary: 'Interrupted by Ctrl-C. Another signal ends a command with 128 and its number, as 143 for SIGTERM.',
    why: 'You or the system stopped the command. Stored data is kept; a deploy happens completely or not at all.',
    remedies: ['Run it again: evaluations and uploads continue where they stopped.'],
  },
};
