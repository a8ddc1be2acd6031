/** Default port of `wf serve`. */
export const SERVE_PORT = 8700;

/** Default port of `wf dev`, unless it is taken. */
export const DEV_PORT = 4747;
