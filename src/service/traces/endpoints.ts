import { traceEndpoints } from '../../contract/traces/span.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { deleteSpans, getSpanStatus, listSpans, receiveSpans } from './operations.ts';

/** The endpoints of traces, with what each does. One without an operation does not compile. */
export const traces = serveEndpoints(traceEndpoints, {
  getSpanStatus,
  receiveSpans,
  listSpans,
  deleteSpans,
});
