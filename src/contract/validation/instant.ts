import * as z from 'zod';

/**
 * A time in a request, RFC 3339. Without a zone it is in UTC, as the public service reads it. It is parsed to UTC with
 * milliseconds: stored times look so, and are compared as text.
 *
 * @source RFC 3339 §5.6; public client
 */
export const Instant = z.iso
  .datetime({ offset: true, local: true, abort: true })
  .overwrite(toUtc)
  .meta({ description: 'Without a zone, the time is in UTC' });

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

function toUtc(time: string): string {
  return new Date(ZONE.test(time) ? time : `${time}Z`).toISOString();
}
