import type { HumanSummary } from '../../../src/contract/human-evaluations/human-summary.ts';
import type { Usage } from '../../../src/contract/retention/retention.ts';
import type { FilledLists } from './fill-lists.ts';

interface ListLine {
  readonly words: string | ((ids: FilledLists) => string);
  /** The flag that cuts it; `null`: there is none. @defaultValue `--limit` */
  readonly limit?: string | null;
  /** Counts the records of its document. @defaultValue the length of the list */
  readonly countOf?: (document: unknown) => number;
  /** Lines before the rows of its table; `null`: its rows are not the records. @defaultValue 1 */
  readonly heads?: number | null;
}

/** Counts a list in a document. */
const inside = (name: string) => (document: unknown) =>
  // Of a document of that command.
  (document as Record<string, readonly unknown[]>)[name]?.length ?? 0;

/** How each command that lists is typed for a list with more records than a page. */
export const LIST_LINES: Readonly<Record<string, ListLine>> = {
  'apps list': { words: 'apps list' },
  'env revisions': { words: 'env revisions production', heads: 7, countOf: inside('revisions') },
  'env vars list': { words: 'env vars list', limit: null },
  'eval list': { words: 'eval list' },
  'eval rows': { words: ({ evaluation }) => `eval rows ${evaluation}` },
  'evaluators list': { words: 'evaluators list --stored', limit: null },
  'human-eval list': { words: 'human-eval list' },
  'keys list': { words: 'keys list' },
  log: { words: 'log --kind variant' },
  logs: { words: 'logs', limit: '--lines', heads: 0 },
  status: { words: 'status' },
  'testsets list': { words: 'testsets list' },
  'testsets show': { words: 'testsets show cases', limit: '--rows', heads: 9, countOf: inside('csvdata') },
  usage: {
    words: 'usage',
    limit: null,
    // Of that document.
    countOf: (document) => (document as Usage).entries.filter(({ kind }) => kind === 'deployments').length,
    heads: null,
  },
  'human-eval results': {
    words: ({ human }) => `human-eval results ${human}`,
    limit: null,
    // Of that document.
    countOf: (document) => (document as HumanSummary).rows,
    heads: null,
  },
  'variants list': { words: 'variants list' },
  'variants revisions': { words: 'variants revisions default' },
  'webhooks list': { words: 'webhooks list' },
  'webhooks show': { words: ({ webhook }) => `webhooks show ${webhook}`, countOf: inside('deliveries') },
};

/** Commands that list what has no pages, and why. */
export const UNPAGED: Readonly<Record<string, string>> = {
  'config list': 'the settings of wf',
  'env list': 'three environments',
  'profiles list': 'a file of the user',
};
