/** A playground call contains its configuration; a deployed call names a stored one. @source seed §4.6 */
export type CallUse = 'playground' | 'deployed';

/** An address under which a route is called. */
export interface Address {
  readonly path: string;
  readonly use: CallUse;
}

/**
 * Lists the addresses of a route: two, and four for the entrypoint.
 *
 * @source seed §4.6
 */
export function listAddresses(routePath: string): readonly Address[] {
  if (routePath === '/') return ENTRYPOINT;
  return [
    { path: `/playground/run${routePath}`, use: 'playground' },
    { path: `/run${routePath}`, use: 'deployed' },
  ];
}

const ENTRYPOINT: readonly Address[] = [
  { path: '/generate', use: 'playground' },
  { path: '/playground/run', use: 'playground' },
  { path: '/generate_deployed', use: 'deployed' },
  { path: '/run', use: 'deployed' },
];
