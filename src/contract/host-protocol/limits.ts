/**
 * Maximum number of calls or answers in a message: smaller batches need more messages, larger ones leave one side idle.
 */
export const BATCH_SIZE = 32;

/**
 * Maximum length of the texts in a message with several calls or answers, in characters. Escaped, each character may
 * become six, which `CHANNEL_MESSAGE` allows.
 */
export const BATCH_LENGTH = 256 * 1024;

/** Maximum length of a client's call, and of any answer, over the channel, in characters: longer ones stream over HTTP. */
export const MAX_SHORT_LENGTH = 64 * 1024;

/** Path of the long answers that a process caches until they are fetched, each by its call's id. */
export const CACHED_ANSWERS_PATH = '/.wf/answers/';

/** Header of a forwarded request: marks the lines that its call writes. */
export const CALL_MARK_HEADER = 'wf-call';

/** Maximum length of the body of an evaluation's call, in characters. */
export const MAX_TEXT_LENGTH = 10 * 1024 * 1024;

/**
 * Maximum length of a message of the service, in characters: one JSON text of maximum length, which doubles when every
 * character is escaped, and more. A bundle's process may send less: see `CHANNEL_MESSAGE`.
 */
export const MAX_MESSAGE_LENGTH = 24 * 1024 * 1024;

/**
 * Maximum length of any other message of a bundle, in characters: a question with five names, every character escaped.
 */
export const MAX_UNASKED_LENGTH = 256 * 1024;

/** Maximum number of configurations that a process may request without having received them. */
export const MAX_OPEN_QUESTIONS = 256;

/** Maximum number of models, priced alike, in a report of what a call has used. */
export const MAX_REPORTED_USES = 100;

/** Maximum length of a record's name, path or id, in characters. */
export const MAX_NAME_LENGTH = 4096;

/** Maximum length of a model's answer in the error of a failed call, in characters. */
export const MAX_MODEL_ANSWER_LENGTH = 2000;

/** Maximum number of routes, and of other exports, of a workflow. */
export const MAX_EXPORTS = 10_000;

/** Record separator of ASCII: programs hardly ever print it. */
const SIGN = '\u001E';
/** Longest mark, in characters. */
const MAX_LENGTH = 16;

/** Marks a line of a process's output with the call that wrote it. */
export function markLine(mark: string, line: string): string {
  return `${SIGN}${mark}${SIGN}${line}`;
}

/** Splits a line of a process's output into its mark, if it has one, and its text. */
export function readMark(line: string): { readonly mark: string | null; readonly text: string } {
  const end = line.startsWith(SIGN) ? line.indexOf(SIGN, 1) : -1;
  if (end < 2 || end > MAX_LENGTH + 1) return { mark: null, text: line };
  return { mark: line.slice(1, end), text: line.slice(end + 1) };
}
