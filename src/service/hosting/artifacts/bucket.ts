/** A place in a bucket. */
export interface BucketPlace {
  readonly bucket: string;
  readonly key: string;
}

/** The other side of a bucket, loaded when a bundle is in one. */
export interface Bucket {
  put(place: BucketPlace, bytes: Uint8Array): Promise<void>;
  get(place: BucketPlace): Promise<Uint8Array | null>;
  has(place: BucketPlace): Promise<boolean>;
  close(): void;
}
