/** What identifies a configuration. A variant takes precedence over an environment. @source seed §4.7 */
export interface ConfigurationReference {
  /** Id of a variant's revision. It is sufficient: a runtime that knows the revision sends nothing else. */
  readonly revision?: string | null;
  /** Name or id of the app. */
  readonly application?: string | null;
  /** Name or id of the variant. */
  readonly variant?: string | null;
  /** Name or id of the environment. */
  readonly environment?: string | null;
  /** A revision of the variant, or else of the environment; the newest by default. */
  readonly version?: number | null;
}
