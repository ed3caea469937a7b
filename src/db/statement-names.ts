const names = new Map<string, string>();

/**
 * Every column is what the table has on the day: a statement that asks for that must not outlive a change of
 * the table, which another process may make while it upgrades.
 */
const asksForEveryColumn = (sql: string): boolean => /(?:select|returning|,) (?:"\w+"\.)?\*/.test(sql);

/** From now on the text may be planned once for each connection, and be called by name. */
export const nameStatement = (sql: string): void => {
  if (!names.has(sql) && !asksForEveryColumn(sql)) names.set(sql, `frontdesk_${names.size + 1}`);
};

export const statementName = (sql: string): string | undefined => names.get(sql);
