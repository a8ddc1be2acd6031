import { dataFolder } from './data-folder.ts';
import { findProject, type Project } from './find-project.ts';
import { requireTrustedFolder } from './settings/require-trust.ts';
import { configFolder, type Machine, thisMachine } from './machine.ts';
import { requireProfile } from './profiles.ts';
import {
  DEFAULT_PROFILE,
  parseSetting,
  readUserConfig,
  type SettingName,
  type SettingValues,
  type UserConfig,
} from './user-config.ts';
import { openCredentials, type StoredCredential } from './credential-store.ts';
import type { Keychain } from './system-keychain.ts';
import type { CredentialForm } from '../contract/keys/credential-form.ts';
import { SERVICE_WAIT } from '../foundation/sizes.ts';

/** Sources of the settings of a command. */
export interface SettingsSources {
  /** Values of these flags; a missing flag is `undefined`. */
  readonly flags?: {
    readonly baseUrl?: string | undefined;
    readonly profile?: string | undefined;
    readonly app?: string | undefined;
    readonly timeout?: string | undefined;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** For tests. */
  readonly machine?: Partial<Omit<Machine, 'env'>>;
}

/**
 * Resolves the settings of one run, by precedence: flag, environment, project file, user profile, default.
 *
 * @throws {WF_INVALID_INPUT} when a value is invalid, with its flag, variable or file
 * @throws {WF_NOT_FOUND} when the named profile does not exist
 * @source design §2, settings
 */
export async function resolveSettings({ flags = {}, env, cwd, machine = {} }: SettingsSources): Promise<Settings> {
  const here = { ...thisMachine(env), ...machine };
  const configDir = configFolder(here);
  const [project, config] = await Promise.all([findProject(cwd, here), readUserConfig(configDir)]);
  const profile = resolveProfile(flags.profile, env, project, config);
  const layers = toLayers(flags, env, project, profile.value, config);
  const baseUrl = resolve('base_url', layers, null);
  const timeout = resolve('timeout', layers, DEFAULT_TIMEOUT_SECONDS);
  const credentialForm = resolve('credential', layers, 'apikey');
  const { key, warnings } = await findKey({ baseUrl, profile: profile.value, env, configDir });
  return {
    baseUrl,
    app: resolve('app', layers, null),
    timeoutMs: { value: timeout.value * 1000, origin: timeout.origin },
    profile,
    credentialForm,
    keyOrigin: key?.origin ?? null,
    credential: key === null ? undefined : { key: key.value, form: credentialForm.value },
    warnings,
    project,
    dataDir: dataFolder(project, here),
    configDir,
    requireTrust: () => {
      if (project !== null) requireTrustedFolder(project.root, here, project.config.env);
    },
  };
}

const DEFAULT_TIMEOUT_SECONDS = SERVICE_WAIT.most;
const BY_DEFAULT: Origin = { kind: 'default', name: 'default' };

/** Values of one source, as text or checked. */
interface Layer {
  readonly values: { readonly [N in SettingName]?: string | number | undefined };
  readonly origin: (name: SettingName) => Origin;
}

function toLayers(
  flags: NonNullable<SettingsSources['flags']>,
  env: SettingsSources['env'],
  project: Project | null,
  profile: string,
  config: UserConfig,
): Layer[] {
  const { base_url, app, timeout } = project?.config ?? {};
  return [
    {
      values: { base_url: flags.baseUrl, app: flags.app, timeout: flags.timeout },
      origin: (name) => ({ kind: 'flag', name: `--${name.replace('_', '-')}` }),
    },
    {
      values: {
        base_url: env['WF_BASE_URL'] || undefined,
        app: env['WF_APP'] || undefined,
        timeout: env['WF_TIMEOUT'] || undefined,
      },
      origin: (name) => ({ kind: 'environment', name: `WF_${name.toUpperCase()}` }),
    },
    { values: { base_url, app, timeout }, origin: () => ({ kind: 'project', name: project?.file ?? '' }) },
    {
      values: requireProfile(config, profile),
      origin: () => ({ kind: 'profile', name: `${profile} (${config.file})` }),
    },
  ];
}

function resolve<N extends SettingName, D extends SettingValues[N] | null>(
  name: N,
  layers: readonly Layer[],
  fallback: D,
): Setting<SettingValues[N] | D> {
  for (const { values, origin } of layers) {
    const given = values[name];
    if (given === undefined) continue;
    const from = origin(name);
    const source = from.kind === 'flag' || from.kind === 'environment' ? from.name : `${name} in ${from.name}`;
    return { value: parseSetting(name, given, source), origin: from };
  }
  return { value: fallback, origin: BY_DEFAULT };
}

function resolveProfile(
  flag: string | undefined,
  env: SettingsSources['env'],
  project: Project | null,
  config: UserConfig,
): Setting<string> {
  if (flag !== undefined) return { value: flag, origin: { kind: 'flag', name: '--profile' } };
  const named = env['WF_PROFILE'];
  if (named) return { value: named, origin: { kind: 'environment', name: 'WF_PROFILE' } };
  const chosen = project?.config.profile;
  if (chosen !== undefined) return { value: chosen, origin: { kind: 'project', name: project?.file ?? '' } };
  const isDefault = config.profile === DEFAULT_PROFILE;
  return { value: config.profile, origin: isDefault ? BY_DEFAULT : { kind: 'profile', name: config.file } };
}

interface FindKeyOptions {
  readonly baseUrl: Setting<string | null>;
  readonly profile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the user's settings and keys. */
  readonly configDir: string;
  /** Opens the system's keychain; called only if the key is stored there. */
  readonly openKeychain?: () => Promise<Keychain | null>;
}

interface FoundKey {
  readonly key: Setting<string> | null;
  /** Reason why an existing key is not used. */
  readonly warnings: readonly string[];
}

/**
 * Finds the key for a service: `WF_API_KEY`, else the one stored for the address's origin.
 *
 * A project file may come from anyone. So the variable's key, which names no service, is sent only to an address that
 * the user configured: by flag, by `WF_BASE_URL`, or in a profile.
 *
 * @source design §2, settings
 */
export async function findKey(options: FindKeyOptions): Promise<FoundKey> {
  const { baseUrl, profile, env, configDir } = options;
  if (baseUrl.value === null) return { key: null, warnings: [] };
  const variable = env['WF_API_KEY']?.trim() ?? '';
  const isUsersAddress = baseUrl.origin.kind !== 'project';
  if (variable !== '' && isUsersAddress) {
    return { key: { value: variable, origin: { kind: 'environment', name: 'WF_API_KEY' } }, warnings: [] };
  }
  const credentials = openCredentials(configDir);
  const stored = await credentials.find(baseUrl.value, profile);
  if (stored !== null) return await fromStore(stored, credentials.file, options);
  return { key: null, warnings: variable === '' ? [] : [withheld(baseUrl.value, baseUrl.origin.name)] };
}

/** Reads a stored key. Uses the keychain only if the key is there, because it is slow to load and starts a program. */
async function fromStore(
  stored: StoredCredential,
  file: string,
  { profile, openKeychain = openSystemKeychain }: FindKeyOptions,
): Promise<FoundKey> {
  const found = (value: string, store: string): FoundKey => ({
    key: { value, origin: { kind: 'profile', name: `${profile} (${store})` } },
    warnings: [],
  });
  if (stored.key !== null) return found(stored.key, file);
  const keychain = await openKeychain();
  const { readFromKeychain } = await import('./keychain-key.ts');
  const read = await readFromKeychain(keychain, stored);
  const store = keychain?.name ?? 'a keychain';
  if ('key' in read) return found(read.key, store);
  const warning = `Cannot read the key for ${stored.origin} from ${store}: ${read.problem}. Sign in again: wf login --no-keychain`;
  return { key: null, warnings: [warning] };
}

async function openSystemKeychain(): Promise<Keychain | null> {
  const { systemKeychain } = await import('./system-keychain.ts');
  return systemKeychain();
}

function withheld(address: string, projectFile: string): string {
  return (
    `WF_API_KEY is not sent to ${address}, because that address comes from ${projectFile}. ` +
    `If the key is meant for it, set WF_BASE_URL=${address} as well.`
  );
}

/** Source of a value, by descending precedence. */
type OriginKind = 'flag' | 'environment' | 'project' | 'profile' | 'default';

export interface Origin {
  readonly kind: OriginKind;
  /** The flag, variable, file, or profile with its file. */
  readonly name: string;
}

export interface Setting<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** The settings of one run, each with its origin. */
export interface Settings {
  /** `null` if no service is configured: commands use the embedded one. */
  readonly baseUrl: Setting<string | null>;
  readonly app: Setting<string | null>;
  /** Time limit of one request. */
  readonly timeoutMs: Setting<number>;
  readonly profile: Setting<string>;
  readonly credentialForm: Setting<CredentialForm>;
  /** Source of the key; `null` if there is none for this service. */
  readonly keyOrigin: Origin | null;
  /** The key for `baseUrl` and the form in which it is sent. */
  readonly credential: { readonly key: string; readonly form: CredentialForm } | undefined;
  /** Warnings for the user, such as why a key is not sent. */
  readonly warnings: readonly string[];
  readonly project: Project | null;
  /** Folder of generated data: the project's `.wf`, otherwise the user's. */
  readonly dataDir: string;
  /** Folder of the user's settings and keys. */
  readonly configDir: string;
  /**
   * Requires that the user trusts the project's folder, if there is a project. Called before anything of it is run, built
   * or read, except literal settings.
   *
   * @throws {WF_NOT_TRUSTED}
   */
  readonly requireTrust: () => void;
}
