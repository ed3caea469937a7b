/**
 * Many lists of 32-bit numbers in one array. A list owns a range of 2^n places. When it is full, it moves to a
 * range twice as long, and the next list of its old size reuses its old range. An array of arrays took twice the memory
 * and, with hundreds of thousands of lists that grow in turns, ten times as long to fill.
 */
export const createPostingPool = (saved?: { places: Uint32Array<ArrayBuffer>; free: number[][] }) => {
  let places = saved?.places ?? new Uint32Array(1 << 12);
  let used = saved?.places.length ?? 0;
  /** Free ranges, by the power of two of their length. */
  const free: number[][] = saved?.free ?? Array.from({ length: 32 }, () => []);

  const allocate = (power: number): number => {
    const left = free[power]!.pop();
    if (left !== undefined) return left;
    const start = used;
    used += 1 << power;
    if (used > places.length) {
      const grown = new Uint32Array(Math.max(used, Math.ceil(places.length * 1.5)));
      grown.set(places);
      places = grown;
    }
    return start;
  };

  return {
    allocate,
    /** Moves a full list and returns its new start. */
    double: (start: number, power: number): number => {
      const moved = allocate(power + 1);
      places.copyWithin(moved, start, start + (1 << power));
      free[power]!.push(start);
      return moved;
    },
    /** Changes when a list is allocated or doubled. */
    get places(): Uint32Array {
      return places;
    },
    get used(): number {
      return used;
    },
    get free(): number[][] {
      return free;
    },
    get bytes(): number {
      return places.byteLength;
    },
  };
};
