/** A point in percent of the picture. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Distance between neighbours, in percent. */
const STEP = 1.1;
/** Radius of the largest cluster, in percent. */
const MAX_SHIFT = 9;

/** Spreads equal points around their place as the seeds of a sunflower, so that each can be seen and opened. */
export function spreadPoints(points: readonly Spot[]): readonly Spot[] {
  const sizes = new Map<string, number>();
  for (const point of points) sizes.set(keyOf(point), (sizes.get(keyOf(point)) ?? 0) + 1);
  const placed = new Map<string, number>();
  return points.map((point) => {
    const key = keyOf(point);
    const index = placed.get(key) ?? 0;
    placed.set(key, index + 1);
    const step = Math.min(STEP, MAX_SHIFT / Math.sqrt(sizes.get(key) ?? 1));
    const radius = step * Math.sqrt(index);
    const angle = index * GOLDEN_ANGLE;
    return { x: point.x + radius * Math.cos(angle), y: point.y + radius * Math.sin(angle) };
  });
}

function keyOf({ x, y }: Spot): string {
  return `${x} ${y}`;
}
