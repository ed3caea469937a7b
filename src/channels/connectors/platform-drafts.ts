export interface DraftOutcome {
  /** Id of the message that shows the draft. Absent: the call failed. */
  handle?: string;
  /** Too many calls: no drafts of the connection for this time. */
  retryAfterMs?: number;
  /** The message cannot be changed any more, for example because somebody deleted it. */
  isOver?: boolean;
}

/**
 * Shows replies while they are being written, by a message that is edited. Drafts are a courtesy: they are left out if the limits
 * of the platform are used up. The delivery of the complete reply does not depend on them.
 */
export interface PlatformDrafts<Context> {
  /** Shortest time between two drafts in a chat. */
  everyMs: number;
  /** Most drafts a minute of a connection, over all chats. */
  perMinute: number;
  /** If the operator has not chosen. */
  isOnByDefault: boolean;
  isPossibleInGroups: boolean;
  /** If the id of the message is known before the first call. Undefined: there is no draft for this message. */
  handleBefore?(context: Context): string | undefined;
  /** Shows the first call that `render` made of an incomplete reply. Rejects only if the signal was aborted. */
  write(
    call: object,
    /** Absent: a new message. */
    handle: string | undefined,
    context: Context,
    signal: AbortSignal,
  ): Promise<DraftOutcome>;
  /** Removes a draft that no reply replaces. Errors are ignored. */
  remove(handle: string, context: Context, signal: AbortSignal): Promise<void>;
}
