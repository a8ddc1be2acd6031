import type { CredentialForm } from '../contract/keys/credential-form.ts';
import type { Project } from './find-project.ts';

/** Source of a value, by descending precedence. */
export type OriginKind = 'flag' | 'environment' | 'project' | 'profile' | 'default';

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
}
