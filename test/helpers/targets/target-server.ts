/** A workflow built for a platform, running on it or on a substitute. */
export interface TargetServer extends AsyncDisposable {
  ask(path: string, init?: AskInit): Promise<Response>;
}

export interface AskInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TargetSetting {
  /** Folder of the built target. */
  readonly dir: string;
  readonly variables: Readonly<Record<string, string>>;
}
