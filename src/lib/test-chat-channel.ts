/** Channel (`conversation_type`) of the test chats that operators have with an agent in the console. */
export const testChatChannel = 'SPACE';

export const isTestChannel = (channel: string): boolean => channel === testChatChannel;
