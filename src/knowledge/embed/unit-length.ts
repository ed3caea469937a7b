/** Normalizes a vector. A vector of zeros (or of no numbers) becomes zeros and is near nothing. */
export const toUnitLength = (vector: Float32Array): Float32Array => {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : vector.fill(0);
};
