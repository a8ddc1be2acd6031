/** Returns the result of some work, or a fallback if it fails with an expected error. */
export async function recover<Result, Fallback>(
  work: Promise<Result>,
  isExpected: (error: unknown) => boolean,
  fallback: Fallback,
): Promise<Result | Fallback> {
  return await work.catch((error: unknown) => {
    if (isExpected(error)) return fallback;
    throw error;
  });
}
