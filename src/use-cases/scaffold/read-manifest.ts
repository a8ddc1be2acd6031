import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** What we read of the `package.json` of others. A field of another type counts as absent. */
const Manifest = z.object({
  name: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  packageManager: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  dependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  devDependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  peerDependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type Manifest = z.infer<typeof Manifest>;

/** Reads the `package.json` of a folder; `null` if it has none, or a malformed one. */
export function readManifest(folder: string): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  } catch {
    return null;
  }
}
