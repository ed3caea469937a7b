/** What the end of a round stores for a flow that waits. */
export interface NewPause {
  flowVersion: number | null;
  draftSha256: string | null;
  state: string;
  expiresAfterMs: number;
}
