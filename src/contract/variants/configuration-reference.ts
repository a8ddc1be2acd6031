/** What a configuration is asked for by. The variant goes before the environment. @source seed §4.7 */
export interface ConfigurationReference {
  /** Id of a variant's revision, which says it all: a runtime that was told the revision asks for nothing else. */
  readonly revision?: string | null;
  readonly application?: string | null;
  readonly variant?: string | null;
  readonly environment?: string | null;
  /** A revision of the variant, or else of the environment; the newest when it is left out. */
  readonly version?: number | null;
}
