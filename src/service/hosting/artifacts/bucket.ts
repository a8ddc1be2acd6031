/** An object's location in a bucket. */
export interface BucketPlace {
  readonly bucket: string;
  readonly key: string;
}

/** Access to buckets, loaded when a bundle is in one. */
export interface Bucket {
  put(place: BucketPlace, bytes: Uint8Array): Promise<void>;
  get(place: BucketPlace): Promise<Uint8Array | null>;
  has(place: BucketPlace): Promise<boolean>;
  /** Does nothing when no object is there. */
  remove(place: BucketPlace): Promise<void>;
  close(): void;
}
