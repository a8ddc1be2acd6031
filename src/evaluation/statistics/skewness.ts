/**
 * Accumulates the skewness of numbers: the third central moment by the standard deviation cubed.
 *
 * @source Pébay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order statistical
 * moments", SAND2008-6212 (2008)
 */
export function createSkewness(): { add(value: number): void; read(): Skewness } {
  let [count, mean, squares, cubes] = [0, 0, 0, 0];
  return {
    add(value) {
      count += 1;
      const gap = value - mean;
      const part = gap / count;
      const term = gap * part * (count - 1);
      mean += part;
      cubes += term * part * (count - 2) - 3 * part * squares;
      squares += term;
    },
    // Equal numbers leave only rounding errors.
    read: () => ({
      count,
      skewness: squares > count * (mean * 1e-9) ** 2 ? cubes / count / (squares / count) ** 1.5 : 0,
    }),
  };
}

interface Skewness {
  readonly count: number;
  readonly skewness: number;
}

const PER_SQUARED_SKEWNESS = 25;

/**
 * Answers whether numbers are too skewed for what holds for symmetric ones: then a few of them decide the mean.
 *
 * @source Cochran, Sampling Techniques (1977), §2.15: 25 numbers for each unit of squared skewness
 */
export function isTooSkewed({ count, skewness }: Skewness): boolean {
  return count < PER_SQUARED_SKEWNESS * skewness ** 2;
}
