import { join } from 'node:path';
import { ensureLocalKey } from '../service/keys/ensure-local-key.ts';
import { createPageSessions } from '../service/page/page-sessions.ts';
import { serve } from '../service/serve.ts';
import { composeService, type ComposedService } from './compose-service.ts';
import { offerLocalKey } from './offer-local-key.ts';
import { packagePaths } from './package-paths.ts';

export interface StartServerOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  readonly projectRoot: string | null;
  /** Users that bundles run as, as in `70000-70099`; `null`: the service's own. */
  readonly bundleUsers?: string | null;
  /** Folder of the user's own settings and keys, where the CLI on this machine finds the key. */
  readonly configDir: string;
  readonly onError?: (error: unknown, requestId: string) => void;
}

export interface RunningServer {
  readonly url: string;
  /** Where a browser opens the page: signs in once, within ten minutes. */
  readonly pageUrl: string;
  /** File that holds the key for tools of this machine, readable by its owner only. */
  readonly keyFile: string;
  close(): Promise<void>;
}

/** Serves the interface and the deployed routes, and leaves a key where this user's `wf` finds it by the address. */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  let url: string | null = null;
  const composed = await composeService({ ...options, publicUrl: () => url, resume: true });
  try {
    const { host, port } = options;
    const keyFile = join(options.dataDir, 'key');
    const key = await ensureLocalKey({ store: composed.store, file: keyFile });
    const sessions = createPageSessions({ store: composed.store, mode: 'serve' });
    const page = { assetsDir: packagePaths().playground, sessions };
    const http = await serve({ service: composed.service, host, port, page });
    url = http.url;
    await offerLocalKey(key, http.url, options.configDir);
    const pageUrl = `${http.url}/#code=${sessions.issueCode()}`;
    return { url: http.url, pageUrl, keyFile, close: () => closeAll(http, composed) };
  } catch (error) {
    await composed.close();
    throw error;
  }
}

async function closeAll(http: { close(): Promise<void> }, composed: ComposedService): Promise<void> {
  await http.close();
  await composed.close();
}
