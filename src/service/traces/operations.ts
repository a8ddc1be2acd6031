import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Operation } from '../operation/operation.ts';
import { type OtlpSpan, readExportRequest } from './otlp/read-export-request.ts';
import { sizeUpTo } from '../../foundation/shorten.ts';
import { formatSize, type Size, SPANS_PAGE, SPANS_STORED } from '../../foundation/sizes.ts';
import { countSpans, deleteSpanRows, insertSpans, measureSpans, readSpans } from './queries.ts';
import { type SpanRow, toSpan, toSpanRow } from './to-span-row.ts';

/** Version of these records, as the public service has it. @source public client */
const VERSION = '1.0.0';

export const getSpanStatus: Operation<'getSpanStatus'> = {
  run: async () => ({ version: VERSION, status: 'ready' }),
};

export const receiveSpans: Operation<'receiveSpans'> = {
  audit: { kind: 'trace', verb: 'stored' },
  prepare: async ({ body }) => toRows(await readExportRequest(body)),
  run: async (_, { db, prepared, record }) => {
    // `prepare` returns them.
    await insertSpans(db, prepared as readonly SpanRow[]);
    // Telemetry changes no record of anybody, and would fill the audit log.
    record(null);
    return { version: VERSION, status: 'stored' };
  },
};

export const listSpans: Operation<'listSpans'> = {
  run: async ({ oldest, newest, page = 1, size = 50 }, { db }) => {
    const range = { oldest: toStoredTime(oldest), newest: toStoredTime(newest) };
    const place = { limit: size, offset: (page - 1) * size };
    if ((await measureSpans(db, range, place)) > SPANS_PAGE.most) throw tooLong('query', 'size', SPANS_PAGE);
    const rows = await readSpans(db, range, place);
    return { version: VERSION, count: await countSpans(db, range), spans: rows.map(toSpan) };
  },
};

/** Each span is stored with its resource: a short request may have a long one and many spans. */
function toRows(spans: readonly OtlpSpan[]): SpanRow[] {
  let left = SPANS_STORED.most;
  return spans.map((span) => {
    const row = toSpanRow(span);
    left -= sizeUpTo(row, left + 1);
    if (left < 0) throw tooLong('body', 'resourceSpans', SPANS_STORED);
    return row;
  });
}

function tooLong(place: 'body' | 'query', field: string, most: Size): UserError {
  const msg = `Spans should have at most ${formatSize(most)} together`;
  const details = [{ loc: [place, field], msg, type: 'too_long' }];
  return new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}

/** Writes a time as stored spans have it, with microseconds: texts of one form sort by time. */
function toStoredTime(time: string | undefined): string | null {
  return time === undefined ? null : `${time.slice(0, -1)}000Z`;
}

export const deleteSpans: Operation<'deleteSpans'> = {
  audit: { kind: 'trace', verb: 'deleted' },
  run: async ({ node_id, node_ids = [] }, { db, record }) => {
    const ids = [...new Set([...(node_id === undefined ? [] : [node_id]), ...node_ids])];
    if (ids.length === 0) throw namesNothing();
    await deleteSpanRows(db, ids);
    record({ kind: 'trace', summary: `${ids.length} spans deleted` });
    return { version: VERSION, status: 'deleted' };
  },
};

function namesNothing(): UserError {
  const msg = 'Name at least one span';
  const details = [{ loc: ['query', 'node_ids'], msg, type: 'missing' }];
  return new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}
