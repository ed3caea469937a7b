import { isTestChannel } from '../lib/test-chat-channel.ts';

/** Marks calls of test chats, so that a human service can route them elsewhere or ignore them. */
export const testMark = (channel: string): { test?: true } => (isTestChannel(channel) ? { test: true } : {});
