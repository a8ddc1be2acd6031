import type { Parameters } from '../../contract/variants/variant.ts';
import { draftPrefix, type Origin } from './draft.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

export interface PastAnswer {
  readonly id: string;
  /** The run, which has an answer for each configuration. */
  readonly run: string;
  readonly at: string;
  readonly inputs: Parameters;
  readonly origin: Origin | null;
  readonly config: Parameters;
  readonly isFailed: boolean;
  /** The answer, or why there is none. */
  readonly text: string;
  /** Whether the end of the text is missing. */
  readonly isCut: boolean;
  readonly seconds: number | null;
  readonly cost: number | null;
}

export type NewAnswer = Omit<PastAnswer, 'id' | 'run' | 'at' | 'isCut'>;

const PREFIX = 'wf:history:';
/** Browsers store five million characters for a page. */
const [MAX_ANSWERS, MAX_LENGTH] = [100, 20_000];

export function historyKey(draftKey: string): string {
  return `${PREFIX}${draftKey}`;
}

/** Reads the answers of a route, newest first. */
export function readHistory(storage: Storage, key: string): readonly PastAnswer[] {
  const stored = parseJson(storage.getItem(key) ?? '[]');
  return Array.isArray(stored) ? stored.filter(isAnswer) : [];
}

/** Adds the answers of a run; the oldest ones make room. */
export function addRun(storage: Storage, key: string, at: string, answers: readonly NewAnswer[]): void {
  const run = crypto.randomUUID();
  const added = answers.map((answer) => ({
    ...answer,
    id: crypto.randomUUID(),
    run,
    at,
    text: answer.text.slice(0, MAX_LENGTH),
    isCut: answer.text.length > MAX_LENGTH,
  }));
  store(storage, key, [...added, ...readHistory(storage, key)].slice(0, MAX_ANSWERS));
}

export function removeAnswers(storage: Storage, key: string, id: string | null): void {
  if (id === null) storage.removeItem(key);
  else
    store(
      storage,
      key,
      readHistory(storage, key).filter((answer) => answer.id !== id),
    );
}

/**
 * Removes what the page stored, except for what belongs to the key that is signed in: the next user of this browser must
 * not read it.
 *
 * @param owner - `null`: nobody is signed in
 */
export function forgetOthers(storage: Storage, owner: string | null): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const own = `${draftPrefix(owner)}:`;
  const isOwn = (key: string) => owner !== null && (key.startsWith(own) || key.startsWith(historyKey(own)));
  for (const key of keys) if (key.startsWith('wf:') && !isOwn(key)) storage.removeItem(key);
}

/** Where the storage is full, half of the answers must do. */
function store(storage: Storage, key: string, answers: readonly PastAnswer[]): void {
  try {
    storage.setItem(key, JSON.stringify(answers));
  } catch {
    if (answers.length > 1) store(storage, key, answers.slice(0, Math.ceil(answers.length / 2)));
  }
}

function isAnswer(value: unknown): value is PastAnswer {
  const { id, run, at, text, inputs, config } = (value ?? {}) as Partial<PastAnswer>; // looked at field by field
  const areTexts = [id, run, at, text].every((part) => typeof part === 'string');
  return areTexts && [inputs, config].every((part) => typeof part === 'object' && part !== null);
}
