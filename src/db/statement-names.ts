const names = new Map<string, string>();

/**
 * `*` means the columns that the table has at that time: such a prepared statement breaks when
 * the table changes, which another process may do during an upgrade.
 */
const asksForEveryColumn = (sql: string): boolean => /(?:select|returning|,) (?:"\w+"\.)?\*/.test(sql);

/** From now on the text may be prepared once per connection and called by name. */
export const nameStatement = (sql: string): void => {
  if (!names.has(sql) && !asksForEveryColumn(sql)) names.set(sql, `frontdesk_${names.size + 1}`);
};

export const statementName = (sql: string): string | undefined => names.get(sql);
