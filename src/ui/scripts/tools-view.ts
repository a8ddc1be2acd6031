import type { View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly writes: boolean;
}

const columns: readonly Column<Tool>[] = [
  { header: 'tool', value: ({ name }) => name },
  { header: 'writes', value: ({ writes }) => writes },
  { header: 'does', kind: 'prose', value: ({ description }) => description, dropOrder: 1 },
];

export function toolsView(tools: readonly Tool[]): View {
  return [toTable({ columns, rows: tools, empty: 'There are no tools.' })];
}
