/** Channel (`conversation_type`) of the test chats that operators have with an agent in the console. */
export const testChatChannel = 'SPACE';

/** Channel of the chats of test runs, which exist for seconds. No list, export, search or report contains them. */
export const testRunChannel = 'TEST_RUN';

export const testChannels: readonly string[] = [testChatChannel, testRunChannel];

export const isTestChannel = (channel: string): boolean => testChannels.includes(channel);
