import type { WorkflowApp } from '../../src/runtime/app/create-workflow-app.ts';

/** The answer of a workflow call. */
export interface WorkflowAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** Calls a workflow in this process; a body other than text or bytes is sent as JSON. */
export async function callWorkflow(
  app: WorkflowApp,
  path: string,
  body: unknown,
  init: RequestInit = {},
): Promise<WorkflowAnswer> {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await app.fetch(
    new Request(`http://wf${path}`, { method: 'POST', body: bytes as BodyInit, ...init }),
  );
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.json() };
}
