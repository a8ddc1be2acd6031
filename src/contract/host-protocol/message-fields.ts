// zod's small build: every bundle's process loads these files at start, and the full build takes 10 ms longer.
import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';

/** Number of a request, assigned by the sender from 1; the answer repeats it. */
export const MessageId = z.int().check(z.gte(1));

/** Name, path or id of a record. */
export const RecordName = z.string().check(z.maxLength(MAX_NAME_LENGTH));

/** Body of a call, or text of an answer. */
export const CallText = z.string().check(z.maxLength(MAX_TEXT_LENGTH));
