/** Up to which mail the folder was read. UIDs are valid only with the UIDVALIDITY of the folder. */
export interface EmailCursor {
  validity: string;
  uid: number;
  /** Mails of each sender within the current hour, by the hash of the address. */
  senders: Record<string, number>;
  /** The hour to which the numbers belong. */
  hour: number;
}

const hourMs = 60 * 60 * 1000;
const mostSenders = 150;
/** Two programs that answer each other are stopped by this. */
export const mostMailsOfSender = 20;

export const parseCursor = (text: string | null): EmailCursor | undefined =>
  text === null ? undefined : (JSON.parse(text) as EmailCursor);

/** Counts a mail of the sender. False if the sender has sent too many within the hour. */
export const countSender = (cursor: EmailCursor, sender: string, nowMs: number): boolean => {
  const hour = Math.floor(nowMs / hourMs);
  if (cursor.hour !== hour) {
    cursor.hour = hour;
    cursor.senders = {};
  }
  const count = (cursor.senders[sender] ?? 0) + 1;
  if (count > mostMailsOfSender) return false;
  // Those who wrote least make room: the cursor has a limited length.
  const names = Object.keys(cursor.senders);
  if (names.length >= mostSenders && cursor.senders[sender] === undefined)
    delete cursor.senders[names.reduce((a, b) => (cursor.senders[b]! < cursor.senders[a]! ? b : a))];
  cursor.senders[sender] = count;
  return true;
};
