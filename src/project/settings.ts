import type { CredentialForm } from '../contract/keys/credential-form.ts';
import type { Project } from './find-project.ts';

/** Where a value came from, strongest first. */
export type OriginKind = 'flag' | 'environment' | 'project' | 'profile' | 'default';

export interface Origin {
  readonly kind: OriginKind;
  /** The flag, the variable, the file, or the profile with its file. */
  readonly name: string;
}

export interface Setting<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** The settings of one run, each with its origin. */
export interface Settings {
  /** `null`: no service is named, commands work on the embedded one. */
  readonly baseUrl: Setting<string | null>;
  readonly app: Setting<string | null>;
  /** Time limit of one request. */
  readonly timeoutMs: Setting<number>;
  readonly profile: Setting<string>;
  readonly credentialForm: Setting<CredentialForm>;
  /** Where the key came from; `null`: there is none for this service. */
  readonly keyOrigin: Origin | null;
  /** The key for `baseUrl` and how it travels. */
  readonly credential: { readonly key: string; readonly form: CredentialForm } | undefined;
  /** Sentences worth telling, such as why a key is not sent. */
  readonly warnings: readonly string[];
  readonly project: Project | null;
  /** Folder of generated data: the project's `.wf`, else the user's. */
  readonly dataDir: string;
  /** Folder of the user's own settings and keys. */
  readonly configDir: string;
}
