/** The same numbers in every run. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
};

export type Random = ReturnType<typeof createRandom>;

/** A random direction of unit length: the sum of four bytes is close enough to a normal distribution. */
export const randomDirection = (random: Random, dimension: number): Float32Array => {
  const vector = new Float32Array(dimension);
  let squares = 0;
  for (let at = 0; at < dimension; at += 1) {
    const bits = random() * 4294967296;
    const value = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510;
    vector[at] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  for (let at = 0; at < dimension; at += 1) vector[at] = vector[at]! / length;
  return vector;
};

/** Draws 0 … n-1 by their weights, in constant time (an alias table). */
export const createDraw = (weights: Float64Array) => {
  const count = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => (weight * count) / total);
  const aliases = new Uint32Array(count);
  const small: number[] = [];
  const large: number[] = [];
  for (const [at, share] of shares.entries()) (share < 1 ? small : large).push(at);
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.pop()!];
    aliases[less] = more;
    shares[more] = shares[more]! + shares[less]! - 1;
    (shares[more]! < 1 ? small : large).push(more);
  }
  for (const at of [...small, ...large]) shares[at] = 1;
  return (random: Random): number => {
    const at = Math.floor(random() * count);
    return random() < shares[at]! ? at : aliases[at]!;
  };
};
