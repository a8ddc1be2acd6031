import type { LogStream } from '../../../contract/deployments/deployment.ts';
import { markLine, readMark } from '../../../contract/host-protocol/limits.ts';
import type { CallOrigin, WrittenLine } from '../hosting.ts';
import { LOG_BURST, LOG_LINE } from '../../../foundation/sizes.ts';

interface LogWriterOptions {
  readonly append: (appId: string, lines: readonly WrittenLine[]) => Promise<void>;
  readonly now: () => number;
  /** Lines of an app that are stored at once; the rest is dropped. @defaultValue 500 */
  readonly maxLines?: number | undefined;
}

/** Finds the request of a mark; `null` when it is unknown. */
type OriginOf = (mark: string) => CallOrigin | null;

const FLUSH_MS = 200;
/** A loop that prints must not fill the database. */
const MAX_LINES = LOG_BURST.most;
const MAX_LINE_LENGTH = LOG_LINE.most;

/** Creates a writer that stores lines a few times a second. */
export function createLogWriter({ append, now, maxLines = MAX_LINES }: LogWriterOptions) {
  const waiting = new Map<string, { readonly lines: WrittenLine[]; dropped: number }>();
  let storing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const store = async (): Promise<void> => {
    const batches = [...waiting];
    waiting.clear();
    for (const [appId, { lines, dropped }] of batches) {
      const text = `${dropped} more lines were dropped: wf stores ${maxLines} lines of an app in ${FLUSH_MS / 1000} s.`;
      const notes = dropped === 0 ? [] : [{ at: toTime(now()), stream: 'service' as const, text }];
      await append(appId, [...lines, ...notes]).catch(() => undefined);
    }
  };
  /** Stores the waiting lines. Never rejects: a log that cannot be stored must not fail a call. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    storing = storing.then(store);
    return storing;
  };
  const add = (appId: string, stream: LogStream, texts: readonly string[], originOf: OriginOf): void => {
    if (texts.length === 0) return;
    const batch = waiting.get(appId) ?? { lines: [], dropped: 0 };
    waiting.set(appId, batch);
    // A flood of lines costs nothing for each line that is dropped.
    const stored = texts.slice(0, maxLines - batch.lines.length);
    for (const text of stored) batch.lines.push(toWrittenLine(toTime(now()), stream, text, originOf));
    batch.dropped += texts.length - stored.length;
    timer ??= setTimeout(() => void flush(), FLUSH_MS);
  };
  return {
    flush,
    /** Creates the function that takes one process's output, in chunks cut anywhere. */
    open(appId: string, originOf: OriginOf = () => null) {
      const rest: Record<LogStream, string> = { stdout: '', stderr: '', service: '' };
      return (stream: LogStream, text: string): void => {
        const lines = (rest[stream] + text).split('\n');
        const last = lines.pop() ?? '';
        rest[stream] = last.length > MAX_LINE_LENGTH ? markOf(last) : last;
        if (last.length > MAX_LINE_LENGTH) lines.push(last);
        add(appId, stream, lines, originOf);
      };
    },
  };
}

function toWrittenLine(at: string, stream: LogStream, written: string, originOf: OriginOf): WrittenLine {
  const { mark, text } = readMark(written);
  const line = text.replace(/\r$/, '').slice(0, MAX_LINE_LENGTH);
  return { at, stream, text: line, origin: (mark === null ? null : originOf(mark)) ?? undefined };
}

/** The mark of a line, which the rest of a long line keeps. */
function markOf(line: string): string {
  const { mark } = readMark(line);
  return mark === null ? '' : markLine(mark, '');
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export type CallMarks = ReturnType<typeof createCallMarks>;

/** Finished calls that are remembered: what they started may still write, and output arrives after answers. */
const REMEMBERED = 4096;

/** Names the calls of a process by short marks, which the process puts on the lines that they write. */
export function createCallMarks() {
  const running = new Map<string, CallOrigin>();
  const finished = new Map<string, CallOrigin>();
  let last = 0;
  return {
    begin(origin: CallOrigin) {
      const mark = (last += 1).toString(36);
      running.set(mark, origin);
      const end = () => {
        if (!running.delete(mark)) return;
        finished.set(mark, origin);
        const [oldest] = finished.keys();
        if (finished.size > REMEMBERED && oldest !== undefined) finished.delete(oldest);
      };
      return { mark, end };
    },
    /** Finds the request of a mark, during its call and for some time after; `null` for a mark that nobody gave. */
    find: (mark: string): CallOrigin | null => running.get(mark) ?? finished.get(mark) ?? null,
  };
}
