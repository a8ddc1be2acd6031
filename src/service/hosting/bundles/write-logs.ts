import type { LogStream } from '../../../contract/deployments/log.ts';
import type { WrittenLine } from '../hosting.ts';

export interface LogWriterOptions {
  readonly append: (appId: string, lines: readonly WrittenLine[]) => Promise<void>;
  readonly now: () => number;
}

/** Stores the output of processes. */
export interface LogWriter {
  /** Creates the function that takes one process's output, in chunks cut anywhere. */
  open(appId: string): (stream: LogStream, text: string) => void;
  /** Stores the waiting lines. Never rejects: a log that cannot be stored must not fail a call. */
  flush(): Promise<void>;
}

const FLUSH_MS = 200;
/** Lines stored per app between two flushes: a loop that prints must not fill the database. */
const MOST_LINES = 500;
const LONGEST_LINE = 8192;

/** Creates a writer that stores lines a few times a second. */
export function createLogWriter({ append, now }: LogWriterOptions): LogWriter {
  const waiting = new Map<string, Waiting>();
  let storing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const store = async (): Promise<void> => {
    const batches = [...waiting];
    waiting.clear();
    for (const [appId, { lines, dropped }] of batches) {
      const note = { at: toTime(now()), stream: 'service' as const, text: `${dropped} more lines were dropped.` };
      await append(appId, dropped === 0 ? lines : [...lines, note]).catch(() => undefined);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    storing = storing.then(store);
    return storing;
  };
  const add = (appId: string, stream: LogStream, texts: readonly string[]): void => {
    if (texts.length === 0) return;
    const batch = waiting.get(appId) ?? { lines: [], dropped: 0 };
    waiting.set(appId, batch);
    // A flood of lines costs nothing for each line that is dropped.
    const stored = texts.slice(0, MOST_LINES - batch.lines.length);
    for (const text of stored) batch.lines.push({ at: toTime(now()), stream, text: toLine(text) });
    batch.dropped += texts.length - stored.length;
    timer ??= setTimeout(() => void flush(), FLUSH_MS);
  };
  return {
    flush,
    open(appId) {
      const rest: Record<LogStream, string> = { stdout: '', stderr: '', service: '' };
      return (stream, text) => {
        const lines = (rest[stream] + text).split('\n');
        const last = lines.pop() ?? '';
        rest[stream] = last.length > LONGEST_LINE ? '' : last;
        if (last.length > LONGEST_LINE) lines.push(last);
        add(appId, stream, lines);
      };
    },
  };
}

interface Waiting {
  readonly lines: WrittenLine[];
  dropped: number;
}

function toLine(text: string): string {
  return text.replace(/\r$/, '').slice(0, LONGEST_LINE);
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
