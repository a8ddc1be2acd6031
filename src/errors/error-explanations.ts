import type { ErrorCode } from './error-codes.ts';

/** What `wf explain` adds to a code's summary. */
export interface ErrorExplanation {
  /** How it comes to it. */
  readonly why: string;
  /** What to do about it, most likely first: commands, or sentences. */
  readonly remedies: readonly string[];
}

/** One entry for every code. Kept beside the catalogue and not in it: commands load that, and few explain. */
export const ERROR_EXPLANATIONS: Readonly<Record<ErrorCode, ErrorExplanation>> = {
  WF_FAILED: {
    why: 'Something outside wf said no: a file system, a service that answers with an unusual status, a rate limit. The message says what.',
    remedies: ['Read the message: it names what failed.', 'Run the command again with --debug to see each request.'],
  },
  WF_BUG: {
    why: 'wf met a state that its authors did not expect. Your data is not the cause.',
    remedies: ['Run the command again with --debug and report what it prints. Keys are never in it.'],
  },
  WF_UNEXPECTED_ANSWER: {
    why: 'What answers at the base URL is not the service that wf speaks to, is a much older one, or something between changes its answers.',
    remedies: [
      'wf config list',
      'wf api GET /health',
      'Check that base_url ends in the path of the interface, such as /api.',
    ],
  },
  WF_ROUTE_FAILED: {
    why: 'The route was called as it should be, and its handler threw. The message is what it threw; its stack is in the details.',
    remedies: ['wf run ROUTE --json shows the stack.', 'wf logs shows what a deployed workflow wrote.'],
  },
  WF_DATABASE: {
    why: 'The service keeps its records in a database, by default the file .wf/wf.db, and that cannot be used as it is.',
    remedies: [
      'wf doctor',
      'Close what else writes to the file.',
      'Make room on the disk, or give the folder back its permissions.',
    ],
  },
  WF_STORAGE: {
    why: 'wf serve --artifacts keeps bundles in a bucket of Amazon S3, or of a server that speaks like it. Bundles stored before stay where they were, so their bucket and its credentials are still needed.',
    remedies: [
      'Set AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL for a server of your own.',
      'Make the bucket: wf makes none.',
      'wf deploy, from the same sources, brings a bundle again that was lost.',
    ],
  },
  WF_USAGE: {
    why: 'A word on the command line is unknown, missing, given twice, or does not go with another. Nothing was done.',
    remedies: ['Add --help to the command to see what it takes.'],
  },
  WF_INVALID_INPUT: {
    why: 'Everything was understood, and a value is out of bounds, of another type, or not one of the choices. The details say which, field by field.',
    remedies: ['wf routes shows the fields of a route with their bounds.', 'Add --json to read every violation.'],
  },
  WF_NO_PROJECT: {
    why: 'A project is a folder with wf.config.ts, .wfrc or a package.json with "wf". wf looks here and in every folder above.',
    remedies: ['wf init my-workflow --template basic', 'Change to the folder of the project, or name it: wf build DIR'],
  },
  WF_FOLDER_NOT_EMPTY: {
    why: 'A template must not be mixed into files that are there already, so that nothing of yours is written over.',
    remedies: ['wf init NEW-FOLDER'],
  },
  WF_BUILD_FAILED: {
    why: 'esbuild could not make one file of the entry and what it imports.',
    remedies: ['Mend the line that the message shows.', 'npm install, when a package is missing.'],
  },
  WF_WORKFLOW_INVALID: {
    why: 'The bundle was imported in a process of its own to read its routes, and a rule is broken: a field without a default, two routes on one path, a default outside its bounds, code that runs at import.',
    remedies: ['Mend the route and field that the message names.', 'wf routes'],
  },
  WF_TESTSET_INVALID: {
    why: 'A test set is csv with a header line, a JSON array of objects, or one JSON object a line, with the same columns in each row.',
    remedies: ['wf testsets check FILE'],
  },
  WF_NOT_FOUND: {
    why: 'Names, whole ids and beginnings of ids (four characters or more) are accepted; nothing here has this one.',
    remedies: ['List what there is, as in wf variants list.', 'Add --app when the record is of another app.'],
  },
  WF_NOT_SIGNED_IN: {
    why: 'Every call but health and openapi.json wants a key. One is kept for each address, and goes to no other.',
    remedies: ['wf login --base-url URL', 'wf whoami', 'In CI, set WF_API_KEY and WF_BASE_URL.'],
  },
  WF_NOT_ALLOWED: {
    why: 'A key is for a viewer, an author or an operator, each of whom may do more than the one before.',
    remedies: ['wf whoami', 'Ask an operator for a key with another role.'],
  },
  WF_RATE_LIMITED: {
    why: 'A key may have a number of requests a minute, over all replicas. They come back evenly; wf waits up to a minute for them and then gives up.',
    remedies: [
      'Send fewer requests at a time.',
      'wf keys list shows the limits.',
      'Ask an operator for a key with another limit.',
    ],
  },
  WF_CONFLICT: {
    why: 'The record is not in the state that the change was meant for: its name is taken, it moved on since you read it, or something still needs it.',
    remedies: ['Read the record again, then decide.', 'Choose another name.'],
  },
  WF_BREAKING_CHANGE: {
    why: 'A configuration that an environment runs would not pass the new schemas. Nothing was deployed.',
    remedies: [
      'wf deploy --plan shows every break.',
      'wf deploy --migrate rename:old=new, default:field or clamp:field',
      'wf deploy --accept-breaking',
    ],
  },
  WF_PROTECTED: {
    why: 'Somebody protected the environment with a gate, so that only an evaluation that passes it leads there.',
    remedies: ['wf env deploy ENV --variant VARIANT --gate FILE --evaluation EVALUATION', 'wf env show ENV'],
  },
  WF_UNREACHABLE: {
    why: 'The name did not resolve, nothing listens, a proxy or firewall is in the way, TLS failed, or the connection broke. The message says which, and names the host.',
    remedies: [
      'wf doctor',
      'wf config list shows where base_url comes from.',
      'Without base_url, wf works on the service inside it.',
    ],
  },
  WF_NOT_READY: {
    why: 'A replica of the service that is starting, ending or without its database says so, for a load balancer to send calls to another one.',
    remedies: ['wf api GET /health/ready', 'wf doctor', 'Try again: another replica may answer.'],
  },
  WF_TIMEOUT: {
    why: 'The service is there and did not finish in time. What it was doing may still happen.',
    remedies: ['Add --timeout SECONDS', 'wf api GET /health'],
  },
  WF_GATE_FAILED: {
    why: 'A condition of the gate does not hold. The result is on standard output all the same.',
    remedies: ['Read which check failed, and its interval.', 'wf eval compare A B shows the rows behind it.'],
  },
  WF_GATE_INCONCLUSIVE: {
    why: 'There are too few cases to tell the rule from chance at the confidence that was asked for.',
    remedies: ['Add as many cases as the check says it needs.', 'Lower the confidence, if you can live with it.'],
  },
  WF_STOPPED: {
    why: 'A limit of cost or time was reached, or somebody cancelled the evaluation. All that was computed is stored.',
    remedies: [
      'wf eval resume ID',
      'Resume with another limit, as in --max-cost 10.',
      'wf eval show ID says what stopped it.',
    ],
  },
  WF_INTERRUPTED: {
    why: 'You, or the system, ended the command. What was stored before is kept; a deploy is done whole or not at all.',
    remedies: ['Run it again: evaluations and uploads go on where they were.'],
  },
};
