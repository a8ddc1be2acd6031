/**
 * Maximum number of calls or answers in a message: smaller batches need more messages, larger ones leave one side idle.
 */
export const BATCH_SIZE = 32;

/** Maximum length of the texts in a message with several calls or answers, in characters. */
export const BATCH_LENGTH = 1024 * 1024;

/** Maximum length of a call's body or an answer, in characters. */
export const MAX_TEXT_LENGTH = 10 * 1024 * 1024;

/**
 * Maximum length of a message, in characters: one text of maximum length, every character escaped as `\u0000`, and
 * more.
 */
export const MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;

/** Maximum length of a record's name, path or id, in characters. */
export const MAX_NAME_LENGTH = 4096;

/** Maximum number of routes, and of other exports, of a workflow. */
export const MAX_EXPORTS = 10_000;
