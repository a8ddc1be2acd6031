/** Calls, or answers, in one message: smaller batches cost a message each, larger ones let one process wait. */
export const BATCH_SIZE = 32;

/** Characters of text that a message with several calls, or several answers, holds. */
export const BATCH_LENGTH = 1024 * 1024;

/** Longest body of a call and longest answer, in characters. */
export const MAX_TEXT_LENGTH = 10 * 1024 * 1024;

/** Longest message, in characters: one longest text with every character escaped as `\u0000`, and what surrounds it. */
export const MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;

/** Longest name, path or id of a record, in characters. */
export const MAX_NAME_LENGTH = 4096;

/** Most routes, or other exports, of one workflow. */
export const MAX_EXPORTS = 10_000;
