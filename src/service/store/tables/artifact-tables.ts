/** The tables of bundles. */
export interface ArtifactTables {
  artifacts: {
    sha256: string;
    size: number;
    /** Empty when the bundle is stored in chunks or elsewhere. */
    bytes: Uint8Array;
    created_at: string;
    /** Where the bundle is stored; `null`: here. */
    location: string | null;
  };
  /** Written before the row of their bundle, which makes them visible together. */
  artifact_chunks: {
    sha256: string;
    position: number;
    created_at: string;
    bytes: Uint8Array;
  };
  /** Which keys of some apps uploaded which bundles. */
  artifact_uploads: { sha256: string; key_id: string };
  /** Which artifacts a bundle that carries files consists of. */
  bundle_parts: { bundle_sha256: string; sha256: string };
}
