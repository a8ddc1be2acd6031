import * as z from 'zod';
import { formatPosition } from '../../bundler/build/draw-code-frame.ts';
import { authorPositions } from '../../bundler/source-map/find-author-position.ts';
import { type EntryLocation, locateError } from '../../bundler/source-map/locate-error.ts';
import { removePlace, SourceError } from '../../foundation/errors/source-error.ts';
import { isServiceError } from '../../foundation/errors/wf-error.ts';
import { splitCauses } from '../../foundation/errors/stacks.ts';

const Thrown = z.object({ detail: z.object({ stacktrace: z.array(z.string()) }) });

/**
 * Adds to a failed call where the author's code threw: position, source line, the author's frames that led there, and
 * causes. Any other error is returned as it is.
 */
export async function locateThrow(error: unknown, location: EntryLocation): Promise<unknown> {
  if (!isServiceError(error) || error.code !== 'WF_ROUTE_FAILED') return error;
  const thrown = Thrown.safeParse(error.details);
  if (!thrown.success) return error;
  const { own, causes } = splitCauses(thrown.data.detail.stacktrace);
  const stack = own.join('\n');
  // The position is shown with the source line.
  const found = await locateError(removePlace(error.message), stack, location);
  if (found.line === null) return error;
  const [, ...callers] = authorPositions(stack, location.root).map(formatPosition);
  const remarks = [...callers.map((position) => `  called from ${position}`), ...causes];
  return new SourceError({
    code: 'WF_ROUTE_FAILED',
    location: found,
    remark: remarks.length === 0 ? undefined : remarks.join('\n'),
    details: error.details,
    cause: error,
  });
}
