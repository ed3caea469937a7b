/** "1 row", "1,200 rows". */
export const countOf = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString()} ${amount === 1 ? one : many}`;
