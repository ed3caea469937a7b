/**
 * Independent statements of one transaction. Settles when all of them have, even if one failed: a statement
 * that runs after the rollback would be written into another transaction. Of several failures
 * the first in the list counts.
 */
export const sideBySide = async <Results extends unknown[]>(
  statements: [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> => {
  await Promise.allSettled(statements);
  for (const statement of statements) await statement;
  return Promise.all(statements) as Promise<Results>;
};
