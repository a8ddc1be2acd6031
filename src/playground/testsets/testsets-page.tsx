import type { ListQuery } from '../labels/list-filter.tsx';
import { TestsetList } from './testset-list.tsx';
import { TestsetView } from './testset-view.tsx';

interface TestsetsPageProps {
  readonly id: string | null;
  readonly query?: ListQuery | undefined;
}

export function TestsetsPage({ id, query = {} }: TestsetsPageProps) {
  return id === null ? <TestsetList query={query} /> : <TestsetView key={id} id={id} query={query} />;
}
