import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { SANDBOX_KINDS, type SandboxKind } from '../../src/sandbox/sandbox-kind.ts';
import type { HostedDeployment } from '../../src/service/hosting/hosting.ts';
import { BUILT_SCRIPTS } from './built-scripts.ts';
import { SANDBOX_USERS } from './hide-programs.ts';
import { startHosting, type StartHostingOptions, type TestHosting } from './start-hosting.ts';

/** A kind of sandbox, and the user in it; `null` is the service's own. */
export interface SandboxCase {
  readonly kind: SandboxKind;
  readonly user: number | null;
}

const KINDS: readonly SandboxKind[] = process.platform === 'linux' ? SANDBOX_KINDS : ['permission-model'];

/** Each kind of this system, for each user that the tests can be: first what a service would use. */
export const SANDBOXES: readonly SandboxCase[] = SANDBOX_USERS.flatMap((user) => KINDS.map((kind) => ({ kind, user })));

/** A hostile bundle in a sandbox, whose service also hosts a bundle of another app. */
export interface HeldBundle extends SandboxCase, AsyncDisposable {
  readonly host: TestHosting;
  readonly bundle: HostedDeployment;
  readonly other: HostedDeployment;
  /** Lines of both. */
  readonly logged: readonly string[];
  /** Calls a path of `hostile.mjs`. A failed process would be restarted after a delay: its clock skips that. */
  attempt(this: void, path: string, target?: string, init?: RequestInit): Promise<Response>;
}

/** An hour, which is longer than any delay. */
const SKIPPED_MS = 3_600_000;

/** Starts `hostile.mjs` in a sandbox, and fails where the machine does not have this kind. */
export async function holdBundle(
  { kind, user }: SandboxCase,
  { backend, ...options }: StartHostingOptions = {},
): Promise<HeldBundle> {
  const sandbox = createSandbox({ kinds: [kind] });
  if ((await sandbox.kindFor(user)) !== kind) throw new Error(`Install ${PROGRAMS[kind]}, and permit user namespaces.`);
  const logged: string[] = [];
  let now = Date.now();
  const host = await startHosting({
    hostScript: BUILT_SCRIPTS.hostScript,
    now: () => now,
    sandbox,
    ...(user === null ? {} : { users: { first: user, last: user } }),
    backend: { appendLogs: async (_, lines) => void logged.push(...lines.map(({ text }) => text)), ...backend },
    ...options,
  });
  const [bundle, other] = [await host.deploy('hostile.mjs'), await host.deploy('probe.mjs', 'app-2')];
  return {
    kind,
    user,
    host,
    bundle,
    other,
    logged,
    attempt: async (path, target = '', init = {}) => {
      now += SKIPPED_MS;
      return await host.call(bundle, `/${path}?target=${encodeURIComponent(target)}`, init);
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

const PROGRAMS = { bubblewrap: 'bubblewrap', namespaces: 'util-linux', 'permission-model': 'Node 24' } as const;
