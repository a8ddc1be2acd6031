import { formatBytes } from '../live/describe-event.ts';
import { type Page, toRecord, toText } from '../layout/page.ts';

export interface TargetView {
  readonly manifest: { readonly app: string };
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
    ]),
    toText(...nextSteps.map((step) => `Next: ${step}`)),
  ];
}
