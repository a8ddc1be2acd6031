import type { Client } from '../../client/create-client.ts';

/** Only services of wf tell which route an evaluation called. @throws {WF_UNSUPPORTED} on any other */
export async function requireRoutes(client: Client): Promise<void> {
  await client.require('routes of evaluations', { nextSteps: ['Leave out --route'] });
}
