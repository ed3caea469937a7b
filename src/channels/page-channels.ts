/** Channels whose pages the service shows itself. */
export const pageChannels = ['SHARE', 'EMBED', 'WIDGET', 'LIVE_CHAT_WIDGET_1', 'AI_SEARCH'] as const;

export type PageChannel = (typeof pageChannels)[number];
