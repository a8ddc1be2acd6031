import { write } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode } from '../../../foundation/errors/read-thrown.ts';

const writeSome = promisify(write);
const RETRY_MS = 2;

/** Creates the write of a descriptor, which may be a full pipe that does not block. */
export function writeToDescriptor(descriptor: number): (bytes: Uint8Array) => Promise<void> {
  return async (bytes) => {
    for (let at = 0; at < bytes.length;) {
      try {
        at += (await writeSome(descriptor, bytes, at)).bytesWritten;
      } catch (error) {
        if (!hasCode(error, 'EAGAIN')) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
}
