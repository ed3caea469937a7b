import type { Icon } from '@tabler/icons-react';

export interface Command {
  label: string;
  group: string;
  icon: Icon;
  href: string;
  /** Searched, but not shown. */
  hint?: string;
  /** Shown only for a query: the list would be too long without one. */
  needsQuery?: boolean;
  /** The service found it, so that it is not filtered again. */
  isFound?: boolean;
}

/** Nobody reads a longer list. The search still covers all commands. */
const mostShown = 60;

/** Lower is better: the label is the query, starts with it, contains it; otherwise only group or hint match. */
const rankOf = ({ label, isFound }: Command, query: string): number => {
  const text = label.toLowerCase();
  if (isFound) return 3;
  if (text === query) return 0;
  if (text.startsWith(query)) return 1;
  return query.split(/\s+/).every((word) => text.includes(word)) ? 2 : 4;
};

const matches = ({ label, group, hint = '', isFound, needsQuery }: Command, query: string): boolean => {
  if (query === '') return !needsQuery && !isFound;
  if (isFound) return true;
  const text = `${label} ${group} ${hint}`.toLowerCase();
  return query.split(/\s+/).every((word) => text.includes(word));
};

/** All words of the query must occur, in any order. The best matches are first, otherwise the given order stays. */
export const matchCommands = (commands: readonly Command[], typed: string): Command[] => {
  const query = typed.trim().toLowerCase();
  const found = commands.filter((command) => matches(command, query));
  if (query === '') return found.slice(0, mostShown);
  return found
    .map((command) => ({ command, rank: rankOf(command, query) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
    .slice(0, mostShown);
};
