import type { Manifest } from '../../contract/deployments/route-schema.ts';
import { packageFields } from './build-pages.ts';
import { formatBytes } from '../live/describe-event.ts';
import { type Page, toRecord, toText } from '../layout/page.ts';

export interface TargetView {
  readonly manifest: Pick<Manifest, 'app' | 'packages'>;
  readonly target: string;
  readonly dir: string;
  readonly files: readonly string[];
  readonly size: number;
  readonly gzipSize: number;
  readonly nextSteps: readonly string[];
}

/** Shows the result of a build for a platform. */
export function targetPage({ manifest, target, dir, files, size, gzipSize, nextSteps }: TargetView): Page {
  return [
    toRecord([
      { label: 'app', value: manifest.app },
      { label: 'target', value: target },
      { label: 'folder', value: dir },
      { label: 'files', value: files.filter((file) => !file.endsWith('.map')).join(', ') },
      { label: 'size', value: `${formatBytes(size)}, ${formatBytes(gzipSize)} gzipped` },
      ...packageFields(manifest),
    ]),
    toText(...nextSteps.map((step) => `Next: ${step}`)),
  ];
}
