import { constants } from 'node:fs';

/** Flags that read a file itself: they follow no link, and wait for no writer of a named pipe. Windows has neither. */
export const READ_ITSELF = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
