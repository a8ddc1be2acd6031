import { formatShort } from '../layout/text/format-value.ts';
import type { CallEnd, DevReport } from '../../contract/develop/dev-events.ts';
import { describeBuildWarning } from '../../foundation/build-warning.ts';
import { describeTypeReport } from '../../contract/develop/type-report.ts';

export function describeDevEvent(event: DevReport): string | null {
  switch (event.type) {
    case 'reload-start':
      return null;
    case 'reload-end':
      return `Loaded in ${event.duration_ms} ms: ${event.routes.join(', ')}`;
    case 'reload-fail':
      return describeFailure(event);
    case 'deploy-fail':
      return describeFailure({ ...event, message: `A deploy would fail. ${event.message}` });
    case 'warning-found':
      return `Warning: ${describeBuildWarning(event)}`;
    case 'types-check':
      return describeTypeReport(event) ?? 'TypeScript finds no more errors';
    case 'call-end':
      return describeCall(event);
    case 'evaluator-save':
      return `Saved ${event.file}; run wf deploy to use it in evaluations`;
    case 'output-write':
      return event.text.replace(/\n$/, '');
  }
}

/** @example /summary: 200 in 43 ms, $0.000006 */
function describeCall({ route, status, duration_ms, cost, ...failure }: CallEnd) {
  const price = cost === null ? '' : `, ${formatShort('cost', cost)}`;
  const line = `${route}: ${status} in ${duration_ms} ms${price}`;
  const { message, file, line: at, column, frame } = failure;
  if (message === null) return line;
  const position = [file, at, column].filter((part) => part !== null).join(':');
  const cause = position === '' ? message : `${position}: ${message}`;
  return [`${line}. ${cause}`, ...(frame === null ? [] : ['', frame, ''])].join('\n');
}

function describeFailure(failure: Omit<Extract<DevReport, { type: 'reload-fail' }>, 'type'>): string {
  const { message, file, line, column, frame } = failure;
  const position = [file, line, column].filter((part) => part !== null).join(':');
  const steps = failure.next_steps.map((step) => `  Try: ${step}`).join('\n');
  const parts = [position === '' ? message : `${position}: ${message}`, frame, steps === '' ? null : steps];
  return `Error: ${parts.filter((part) => part !== null).join('\n\n')}\n`;
}
