// zod's small build: each bundle's process loads these files as it starts, and all of zod would take it 10 ms more.
import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';

/** Number of a call or a question, counted from 1 by the side that asks; the answer repeats it. */
export const MessageId = z.int().check(z.gte(1));

/** Name, path or id of a record. */
export const RecordName = z.string().check(z.maxLength(MAX_NAME_LENGTH));

/** Body of a call, or text of an answer. */
export const CallText = z.string().check(z.maxLength(MAX_TEXT_LENGTH));
