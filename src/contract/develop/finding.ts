/** What one check of `wf doctor` found. */
export interface Finding {
  readonly check: string;
  /** `failed`: commands will fail; `warning`: worth attention; `skipped`: nothing to check. */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly message: string;
  /** How to fix it: a command or a sentence; `null` if there is nothing to fix. */
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
