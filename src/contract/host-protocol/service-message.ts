import type { BundleCommand } from './bundle-protocol.ts';
import type { SourceCommand } from './source-protocol.ts';

/** Any message from the service, or from `wf dev`, to a process that serves a workflow. */
export type ServiceMessage = BundleCommand | SourceCommand;
