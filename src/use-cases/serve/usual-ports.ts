/** Where `wf serve` listens when nothing else is said. */
export const SERVE_PORT = 8700;

/** Where `wf dev` listens when nothing else is said and nobody else does. */
export const DEV_PORT = 4747;
