import type { BundleCommand } from './bundle-protocol.ts';
import type { SourceCommand } from './source-protocol.ts';

/** Anything that the service, or `wf dev`, sends to a process that serves a workflow. */
export type ServiceMessage = BundleCommand | SourceCommand;
