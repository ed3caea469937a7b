import type pg from 'pg';

export type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

export type Send = (text: string, values: readonly unknown[]) => Promise<Answer>;

const nothing = async (command: string): Promise<Answer> => ({ command, rowCount: 0, rows: [] });

/**
 * `begin` is sent together with the first statements, if they only read. A write, and whatever
 * follows it, waits for the response: if `begin` failed, the write would be committed by itself.
 */
export const createBeginning = (send: Send) => {
  let isAsked = false;
  let begun: Promise<unknown> | undefined;
  let writes = false;
  const open = (): void => {
    isAsked = false;
    writes = false;
    const answered = () => {
      begun = undefined;
    };
    begun = send('begin', []);
    begun.then(answered, answered);
  };
  const sendRead: Send = (text, values) => {
    const answer = send(text, values);
    answer.catch(() => {});
    return begun!.then(() => answer);
  };
  return (text: string, values: readonly unknown[]): Promise<Answer> => {
    if (text === 'begin') {
      isAsked = true;
      return nothing('BEGIN');
    }
    if (isAsked) {
      // A transaction without a statement is not sent.
      if (text === 'commit' || text === 'rollback') {
        isAsked = false;
        return nothing(text.toUpperCase());
      }
      open();
    }
    if (!begun) return send(text, values);
    writes ||= !text.startsWith('select ');
    return writes ? begun.then(() => send(text, values)) : sendRead(text, values);
  };
};
