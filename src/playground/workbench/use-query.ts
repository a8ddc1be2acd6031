import { goTo, replaceAddress } from '../address/address.ts';
import { useWorkspace } from '../workspace/workspace.ts';

export type Query = Readonly<Record<string, string>>;

export interface ChangeQuery {
  /** Shows another view, which the browser's "back" leaves again. */
  readonly open: (change: Query) => void;
  /** Changes what the view shows; an empty text removes a part. */
  readonly replace: (change: Query) => void;
}

export function useQuery(path: string, query: Query): ChangeQuery {
  const { appName, base } = useWorkspace();
  const to = (change: Query) => ({ page: 'routes', app: appName, path, base, query: { ...query, ...change } }) as const;
  return { open: (change) => goTo(to(change)), replace: (change) => replaceAddress(to(change)) };
}

export function showsOnlyDifferences(query: Query): boolean {
  return query['show'] === 'differences';
}
