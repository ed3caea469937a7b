/**
 * Statements of one transaction that need none of each other's answers. Ends when all of them have, also when one failed:
 * whatever went on after the transaction was rolled back would be written into somebody else's. Of several failures
 * the first in the list counts.
 */
export const sideBySide = async <Results extends unknown[]>(
  statements: [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> => {
  await Promise.allSettled(statements);
  for (const statement of statements) await statement;
  return Promise.all(statements) as Promise<Results>;
};
