const english = { open: 'Open chat', close: 'Close chat', title: 'Chat', unread: 'unread' };
const chinese = { open: '打开聊天', close: '关闭聊天', title: '聊天', unread: '条未读消息' };

export const wordsFor = (language: string): typeof english =>
  language.toLowerCase().startsWith('zh') ? chinese : english;
