import type {
  Configuration,
  ConfigurationFailure,
  FetchConfiguration,
} from '../../contract/host-protocol/bundle-protocol.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import type { HostedDeployment, HostingBackend } from './hosting.ts';

export type ConfigurationReply = Configuration | ConfigurationFailure;

/** Replies to a process that fetches the parameters of a call. */
export async function replyWithConfiguration(
  backend: Pick<HostingBackend, 'resolveConfiguration'>,
  deployment: HostedDeployment,
  { id, reference }: FetchConfiguration,
  reply: (answer: ConfigurationReply) => void,
): Promise<void> {
  try {
    reply({ type: 'configuration', id, params: await backend.resolveConfiguration(deployment, reference) });
  } catch (error) {
    const code = isWfError(error) ? error.code : 'WF_FAILED';
    const message = error instanceof Error ? error.message : String(error);
    reply({ type: 'configuration-failure', id, code, message });
  }
}
