import { isServiceError } from '../../foundation/errors/wf-error.ts';

/** A record after a write. */
export interface Written<Record> {
  readonly record: Record;
  /** Why the record is what was written rather than what the service stored; `null`: it was read back. */
  readonly warning: string | null;
}

/**
 * Reads a record after a successful write. A failure to read does not undo the write, so it is a warning.
 *
 * @param expected - the record as written, for when it cannot be read
 */
export async function readBack<Record>(read: () => Promise<Record>, expected: Record): Promise<Written<Record>> {
  try {
    return { record: await read(), warning: null };
  } catch (error) {
    // Our own findings about what was read are no failure to read.
    if (!isServiceError(error)) throw error;
    return {
      record: expected,
      warning: `The change was made, but reading it back failed, so this shows what was written. ${error.message}`,
    };
  }
}
