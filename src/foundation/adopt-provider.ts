/**
 * Name of a function on `globalThis`, which takes the provider of OpenTelemetry that a workflow registers. The workflow's copy
 * of OpenTelemetry's API calls it: the bundler and `wf dev` see to that.
 */
export const ADOPT_PROVIDER = 'wf.adopt-tracer-provider';

/** Name of a function on `globalThis`, which takes the version of each copy of the API that a workflow loads. */
export const ADOPT_API = 'wf.adopt-telemetry-api';
