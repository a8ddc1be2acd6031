/** What identifies a configuration. A variant takes precedence over an environment. @source seed §4.7 */
export interface ConfigurationReference {
  /** Id of a variant's revision. It is sufficient: a runtime that knows the revision sends nothing else. */
  readonly revision?: string | null;
  readonly application?: string | null;
  readonly variant?: string | null;
  readonly environment?: string | null;
  /** A revision of the variant, or else of the environment; the newest by default. */
  readonly version?: number | null;
}
