import type { EnvironmentOutput, GateFile } from '../../contract/environments/environment.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';

export interface ProtectEnvironmentOptions extends ResolveEnvironmentOptions {
  /** `null` removes the protection. */
  readonly gate: GateFile | null;
}

/**
 * Protects an environment: it accepts only what passes a gate.
 *
 * @throws {WF_NOT_FOUND} when the app has no environment of that name
 * @throws {WF_INVALID_INPUT} when the file is not a valid gate
 * @throws {WF_NOT_ALLOWED} unless the key is an operator's
 */
export async function protectEnvironment(options: ProtectEnvironmentOptions): Promise<EnvironmentOutput> {
  const { client, gate } = options;
  await client.require('protected environments');
  const { app_id, name: environment_name } = await resolveEnvironment(options);
  return await client.protectEnvironment({ app_id, environment_name, body: { gate } });
}
