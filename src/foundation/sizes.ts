/**
 * Every limit that a caller, an author or a user can meet, and what happens beyond it. No limit is written elsewhere.
 *
 * To add one:
 *
 * 1. Export it here and use its `most` where the limit holds. Each is an export of its own, so that a program carries
 *    only those that it uses.
 * 2. Add its row to the table in docs/operating.md#capacity: `test/architecture/sizes.test.ts` prints the right table.
 * 3. Add its probe to a file in `test/helpers/sizes`: without one, nothing compiles. `test/faults/sizes.test.ts` runs it.
 */

/** What a limit counts. */
type Unit =
  | 'sessions'
  | 'requests'
  | 'bytes'
  | 'characters'
  | 'values'
  | 'levels'
  | 'rows'
  | 'records'
  | 's'
  | 'ms'
  | 'h'
  | 'connections'
  | 'processes';

export interface Size {
  /** What is limited, as the docs name it. */
  readonly what: string;
  readonly most: number;
  readonly unit: Unit;
  /** What happens beyond: a status or a code, and what it ends. A probe must see the first word. */
  readonly beyond: string;
  /** The flag or variable that changes it; `null`: none. */
  readonly changedBy: string | null;
}

const KIB = 1024;
const MIB = 1024 * KIB;

// Requests
export const REQUEST_HEADERS = size('headers of a request', 16 * KIB, 'bytes', '431 without a sentence');
export const FIRST_REQUEST = size('wait for the first headers of a connection', 10, 's', '408');
export const SLOW_BODY = size('wait for a body that brings less than 4 KiB/s', 20, 's', '408');
export const UNTAKEN_ANSWER = size('wait for a caller who takes no part of an answer', 30, 's', 'the connection ends');
export const REQUEST_BODY = size('body of a request', MIB, 'bytes', '413');
export const ROWS_BODY = size('body with rows of a test set', 10 * MIB, 'bytes', '413');
export const CALL_BODY = size('body of a call of a route', 10 * MIB, 'bytes', '413');
export const EVALUATOR_RUN_BODY = size('body of a run of an evaluator', 4 * MIB, 'bytes', '413');
export const VOTE_BODY = size('body of a vote', 64 * KIB, 'bytes', '413');
export const BODY_VALUES = size('values in a body, and in a row of a long one', 10_000, 'values', '422');
export const JSON_DEPTH = size('lists and objects in each other', 1000, 'levels', '422');
export const BODY_ROWS = size('rows in a body', 50_000, 'rows', '422');
export const BODY_REST = size('body without its rows', MIB, 'bytes', '422');
export const SPANS_BODY = size('unpacked body of spans', MIB, 'bytes', '422');
export const SPANS = size('spans in a body', 2000, 'records', '422');
export const SPANS_STORED = size('the same spans, each with its resource', 8 * MIB, 'bytes', '422');
export const IDEMPOTENCY_KEY_LENGTH = size('`Idempotency-Key`', 255, 'characters', '422');

// At the same time; fewer where the system allows fewer than 4,096 open files
export const CONNECTIONS = size('connections', 2048, 'connections', '503');
export const ADDRESS_CONNECTIONS = size('connections of an address', 512, 'connections', '429');
export const KEY_REQUESTS = size('requests of a key', 512, 'requests', '429');
export const KEY_BYTES = size('bodies and answers of a key under way', 52 * MIB, 'bytes', '429');
export const ALL_BYTES = size(
  'bodies and answers under way, beyond the first 256 KiB of each key',
  96 * MIB,
  'bytes',
  '503',
);
export const KEY_SESSIONS = size('sessions of the page of a key', 50, 'sessions', 'the oldest ends');

// How long something is known
export const SESSION_LIFE = size('session of the page', 12, 'h', 'its key is asked for');
export const SIGN_IN_LIFE = size('link that signs a page in', 600, 's', '403');
export const IDEMPOTENCY_LIFE = size('answer to an `Idempotency-Key`', 24, 'h', 'the request runs again');

// Of deployed workflows; fewer where memory or open files are short
export const BUNDLE_CONNECTIONS = size('connections of a deployed workflow', 512, 'connections', 'ECONNRESET');
export const ALL_BUNDLE_CONNECTIONS = size(
  'connections of deployed workflows together',
  2048,
  'connections',
  'ECONNRESET',
);
export const WORKING_FOLDER = size('working folder of a process of a workflow', 64 * MIB, 'bytes', 'ENOSPC');
export const WORKING_FILES = size('files and folders in it', 4096, 'records', 'ENOSPC');
export const BUNDLE_PROCESSES = size('processes of deployed workflows with a call', 256, 'processes', '503');

// Answers of workflows, deployed or self-hosted. A longer one whose length nobody declared breaks off on its way.
export const ANSWER = size('answer of a workflow', 64 * MIB, 'bytes', '502');
export const UNDECLARED_ANSWER = size('JSON of a workflow without `Content-Length`', 10 * MIB, 'bytes', '502');
export const WORKFLOW_ANSWERS = size('such JSON of one workflow', 12 * MIB, 'bytes', '503');
export const HELD_ANSWERS = size('such JSON in memory at the same time', 32 * MIB, 'bytes', '503');
export const CALL_TIME = size('call of a route, until its answer', 300, 's', '504');
export const CALL_SILENCE = size('wait for a workflow, until each part of its answer', 310, 's', '504');
export const BUNDLE_START = size('start of a deployed workflow', 15, 's', '504');
export const ANSWER_HEADERS = size('headers of an answer of a workflow', 64, 'records', '502');
export const ANSWER_HEADERS_LENGTH = size('the same headers together', 8192, 'characters', '502');
// Beyond, its process ends, and the next call starts another.
export const CHANNEL_MESSAGE = size("message of a bundle's process to the service", 2 * MIB, 'characters', '502');
export const CHANNEL_VALUES = size('values in such a message', 10_000, 'values', '502');

// Records
export const LIST_PAGE = size('`limit` of a page of a list', 1000, 'records', '422');
export const LIST_PAGE_BYTES = size('page of a list, but for one record', MIB, 'bytes', 'the next page has the rest');
export const SPANS_PAGE = size('page of spans', 8 * MIB, 'bytes', '422');
export const LONG_VALUE = size('value in a table, in a summary or in a comparison', 10_000, 'characters', 'cut');
export const LOG_TAIL = size('last lines of the log of an app', 10_000, 'records', '422');
export const AUDIT_TAIL = size('last entries of the audit log', 1000, 'records', '422');
export const SEARCH_LENGTH = size('text that a list is searched for', 200, 'characters', '422');
export const ROW_RANGES = size('ranges of rows that a list is reduced to', 100, 'records', '422');
export const COMPARED_ROW_COUNT = size('number of the rows that are listed side by side', 10_000, 'rows', '422');
export const COMPARED_ROWS = size('rows of evaluations that are listed side by side', 16 * MIB, 'bytes', '422');
export const KEPT_LOG = size('stored lines of the log of an app', 10_000, 'records', 'the oldest go');
export const LOG_BURST = size('lines of an app in 0.2 s', 500, 'records', 'dropped');
export const LOG_LINE = size('line of the log of an app', 8192, 'characters', 'cut');
export const WAITING_DELIVERIES = size('waiting deliveries of a webhook', 10_000, 'records', 'dropped');
export const VOTERS = size('voters of a human evaluation', 500, 'records', '409');
export const NAME_LENGTH = size('name of a record', 200, 'characters', '422');
export const APP_NAME_LENGTH = size('name of an app', 100, 'characters', '422');
export const RECORD_LABELS = size('labels of a record', 50, 'records', '422');
export const LABEL_VALUE_LENGTH = size('value of a label', 200, 'characters', '422');
export const SETTING_TEXT = size("text in an evaluator's settings", 100_000, 'characters', '422');
export const COLUMNS = size('columns of a test set', 20_000, 'records', '422');
export const IMPORTED_ANSWER = size('test set that is fetched from an address', MIB, 'bytes', '422');
export const VARIABLE_LENGTH = size('value of a variable', 65_536, 'characters', '422');
export const GATE = size('file of a gate', 65_536, 'characters', '422');
export const MESSAGE_LENGTH = size('message of a change of an environment', 1000, 'characters', '422');
export const NOTE_LENGTH = size('note on an output that a person judges', 10_000, 'characters', '422');
export const PROVIDER_KEY_LENGTH = size('key of a model provider', 10_000, 'characters', '422');
export const WEBHOOK_URL_LENGTH = size('address of a webhook', 2048, 'characters', '422');
export const KEY_APPS = size('apps that a key is limited to', 1000, 'records', '422');

// Evaluations
export const EVALUATION_CALLS = size('calls of an evaluation at the same time', 1000, 'requests', '422');
export const REPEATS = size('calls of an evaluation for a row', 1000, 'requests', '422');
export const JUDGE_VOTES = size('votes of a judge on an output', 25, 'requests', '422');
export const JUDGE_ANSWER = size('answer of the model of a judge', 8 * MIB, 'bytes', 'error of the row');
export const SCORED_TEXT = size('output and row of a slow evaluator', 1_000_000, 'characters', 'error of the row');
export const WEBHOOK_TEST_ANSWER = size('answer of a webhook that judges', 65_536, 'bytes', 'error of the row');
export const CONDITIONS = size('conditions that choose rows', 100, 'records', '422');

// Outputs of an evaluation: beyond, the row has an error, and the evaluation goes on
export const OUTPUT_ANSWER = size("route's answer that an evaluation stores", 10 * MIB, 'bytes', 'error of the row');
export const ANSWER_VALUES = size('values in the same answer', 150_000, 'values', 'error of the row');
export const OUTPUT_VALUES = size('values in an output', 100_000, 'values', 'error of the row');
export const OUTPUT_DEPTH = size('lists and objects in each other in an output', 500, 'levels', 'error of the row');

// Bundles and archives
export const BUNDLE = size('bundle', 50 * MIB, 'bytes', '413');
export const BUNDLE_PARTS = size('files that a bundle carries', 10_000, 'records', '422');
export const PARTS_LIST = size("list of a bundle's files", 2 * MIB, 'bytes', '422');
export const ARCHIVE_MANIFEST = size('manifest of an archive', 2 * MIB, 'bytes', '413');
export const ARCHIVE_PAGE = size('page of an archive', 24 * MIB, 'bytes', '413');
export const ARCHIVE_ROW = size('row of an archive', 12 * MIB, 'bytes', '422');
export const ARCHIVE_FILE = size('file in an archive', 64 * MIB, 'bytes', '`WF_INVALID_INPUT`');
export const CARRIED_FILES = size('files under `files` that a build carries', 5000, 'records', '`WF_BUILD_FAILED`');
export const CARRIED_BYTES = size('the same files together', 50 * MIB, 'bytes', '`WF_BUILD_FAILED`');

// Commands
export const SERVICE_WAIT = size('wait for the service', 30, 's', '`WF_TIMEOUT`', '`--timeout`, `WF_TIMEOUT`');
export const EVIDENCE = size('file of evidence', 64 * MIB, 'bytes', '`WF_INVALID_INPUT`');
export const TEXT_FILE = size('text that a command reads at once', 64 * MIB, 'bytes', '`WF_INVALID_INPUT`, exit 2');

/** Writes how much a limit allows: `10 MiB`, `10,000 values`. */
export function formatSize({ most, unit }: Pick<Size, 'most' | 'unit'>): string {
  return formatAmount(most, unit);
}

export function formatAmount(amount: number, unit: Unit): string {
  if (unit !== 'bytes') return `${amount.toLocaleString('en-US')} ${unit}`;
  const [name = '', factor = 1] = BINARY_UNITS.find(([, bytes]) => amount >= bytes && amount % bytes === 0) ?? [];
  return name === '' ? `${amount} bytes` : `${amount / factor} ${name}`;
}

const BINARY_UNITS = [
  ['GiB', 1024 * MIB],
  ['MiB', MIB],
  ['KiB', KIB],
] as const;

// A program that does not use a limit leaves it out.
/* @__NO_SIDE_EFFECTS__ */
function size(what: string, most: number, unit: Unit, beyond: string, changedBy: string | null = null): Size {
  return { what, most, unit, beyond, changedBy };
}
