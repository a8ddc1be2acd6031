/**
 * How long a server of wf leaves an idle connection open by default. Most load balancers close theirs after 60 seconds; one
 * that has longer would send a request to a connection that is being closed, and answer 502.
 */
export const KEEP_ALIVE_SECONDS = 75;
