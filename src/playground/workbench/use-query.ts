import { goTo, replaceAddress } from '../address/address.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** What a view of a route shows, from its address. */
export type Query = Readonly<Record<string, string>>;

export interface ChangeQuery {
  /** Shows another view, which the browser's "back" leaves again. */
  readonly open: (change: Query) => void;
  /** Changes what the view shows; an empty text removes a part. */
  readonly replace: (change: Query) => void;
}

/** Returns functions that change the address of a route's view. */
export function useQuery(path: string, query: Query): ChangeQuery {
  const { appName, base } = useWorkspace();
  const to = (change: Query) => ({ page: 'routes', app: appName, path, base, query: { ...query, ...change } }) as const;
  return { open: (change) => goTo(to(change)), replace: (change) => replaceAddress(to(change)) };
}

/** Answers whether a view shows only what differs between configurations. */
export function showsOnlyDifferences(query: Query): boolean {
  return query['show'] === 'differences';
}
