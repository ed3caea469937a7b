type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** A copy that is long enough for `length` numbers and for half as many more. */
export const growColumn = <Of extends Column>(column: Of, length: number): Of => {
  const grown = new (column.constructor as new (length: number) => Of)(Math.ceil(length * 1.5));
  grown.set(column);
  return grown;
};
