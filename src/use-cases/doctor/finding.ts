/** What one check of `wf doctor` found. */
export interface Finding {
  readonly check: string;
  /** `failed`: commands will fail for it; `warning`: something is not as it should be; `skipped`: nothing to look at. */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly message: string;
  /** What mends it: a command, or a sentence; `null` where nothing is to be mended. */
  readonly repair: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message, repair: null };
}

export function skipped(check: string, message: string): Finding {
  return { check, status: 'skipped', message, repair: null };
}

export function warning(check: string, message: string, repair: string): Finding {
  return { check, status: 'warning', message, repair };
}

export function failed(check: string, message: string, repair: string): Finding {
  return { check, status: 'failed', message, repair };
}
