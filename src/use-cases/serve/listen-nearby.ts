import { isWfError } from '../../foundation/errors/wf-error.ts';
import { DEV_PORT } from './default-ports.ts';

/** Ports after the usual one that are tried before any other. */
const NEIGHBOURS = 10;

/**
 * Listens on a port that must be free, or else on the first free one from the usual one on.
 *
 * @param wanted - `null`: none was requested
 * @throws {WF_CONFLICT} when the requested port is taken
 */
export async function listenNearby<Server>(
  wanted: number | null,
  listen: (port: number) => Promise<Server>,
): Promise<Server> {
  if (wanted !== null) return await listen(wanted);
  for (let offset = 0; offset <= NEIGHBOURS; offset += 1) {
    try {
      return await listen(DEV_PORT + offset);
    } catch (error) {
      if (!isWfError(error) || error.code !== 'WF_CONFLICT') throw error;
    }
  }
  return await listen(0);
}
