import type pg from 'pg';

export type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

export type Send = (text: string, values: readonly unknown[]) => Promise<Answer>;

const nothing = async (command: string): Promise<Answer> => ({ command, rowCount: 0, rows: [] });

/** How Kysely begins a transaction with an access mode. A mark of `transactionTogether`, see `Database`. */
const beginTogether = 'start transaction read write';

/**
 * Not a statement: the next one is the last of its transaction. If it is also the first, it is sent without `begin` and
 * `commit`, because a single statement is a transaction by itself.
 */
export const lastStatementFollows = 'last statement follows';

export const isBegin = (text: string): boolean => text === 'begin' || text === beginTogether;

/**
 * `begin` is sent together with the first statements, if they only read. A write, and whatever
 * follows it, waits for the response: if `begin` failed, the write would be committed by itself.
 */
export const createBeginning = (send: Send) => {
  let asked: string | undefined;
  let begun: Promise<unknown> | undefined;
  let writes = false;
  let mayWriteAtOnce = false;
  const open = (begin: string): void => {
    asked = undefined;
    writes = false;
    mayWriteAtOnce = begin === beginTogether;
    const answered = () => {
      begun = undefined;
    };
    begun = send(begin, []);
    begun.then(answered, answered);
  };
  const sendAtOnce: Send = (text, values) => {
    const answer = send(text, values);
    answer.catch(() => {});
    return begun!.then(() => answer);
  };
  /** Forgets a `begin` that was not sent yet. False if it was sent. */
  const dropBegin = (): boolean => {
    const isDropped = asked !== undefined;
    asked = undefined;
    return isDropped;
  };
  const sendInOrder = (text: string, values: readonly unknown[]): Promise<Answer> => {
    if (isBegin(text)) {
      asked = text;
      return nothing('BEGIN');
    }
    if (asked !== undefined) {
      // A transaction without a statement is not sent.
      if (text === 'commit' || text === 'rollback') {
        asked = undefined;
        return nothing(text.toUpperCase());
      }
      open(asked);
    }
    if (!begun) return send(text, values);
    writes ||= !mayWriteAtOnce && !text.startsWith('select ');
    return writes ? begun.then(() => send(text, values)) : sendAtOnce(text, values);
  };
  return { send: sendInOrder, dropBegin };
};
