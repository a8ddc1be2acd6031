import type { BundledFile } from '../../contract/deployments/route-schema.ts';
import { formatBytes } from '../live/describe-event.ts';
import type { Column } from '../layout/table-model.ts';

export const fileColumns: readonly Column<BundledFile>[] = [
  { header: 'file', value: ({ path }) => path },
  { header: 'size', value: ({ size }) => formatBytes(size) },
  { header: 'sha256', value: ({ sha256 }) => sha256.slice(0, 12), dropOrder: 1 },
];
