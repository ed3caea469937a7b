/** The parts of the Bot API's objects that are used. Everything may be absent: the payload is checked when it is read. */
export interface TelegramUser {
  id: number;
  is_bot?: boolean;
  first_name?: string;
  last_name?: string;
  username?: string;
  language_code?: string;
}

interface TelegramFile {
  file_id: string;
  file_size?: number;
  file_name?: string;
  mime_type?: string;
}

interface TelegramEntity {
  type: string;
  offset: number;
  length: number;
  user?: TelegramUser;
}

export interface TelegramMessage {
  message_id: number;
  message_thread_id?: number;
  /** Pictures and documents that were sent together. */
  media_group_id?: string;
  is_topic_message?: boolean;
  from?: TelegramUser;
  chat: { id: number; type: 'private' | 'group' | 'supergroup' | 'channel' };
  reply_to_message?: { from?: TelegramUser };
  text?: string;
  caption?: string;
  entities?: TelegramEntity[];
  caption_entities?: TelegramEntity[];
  photo?: TelegramFile[];
  voice?: TelegramFile;
  audio?: TelegramFile;
  document?: TelegramFile;
  contact?: { phone_number: string; user_id?: number; first_name?: string };
  location?: { latitude: number; longitude: number };
  sticker?: object;
  video?: object;
  video_note?: object;
  animation?: object;
  poll?: object;
  dice?: object;
  story?: object;
  venue?: object;
  game?: object;
  paid_media?: object;
}

export interface TelegramUpdate {
  update_id: number;
  message?: TelegramMessage;
  edited_message?: TelegramMessage;
  /** The other messages of an album. Not of the Bot API: see `telegramAlbum`. */
  album?: TelegramMessage[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Undefined if it is not an update of the Bot API. */
export const parseUpdate = (body: Buffer): TelegramUpdate | undefined => {
  try {
    const update: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(update) || !Number.isSafeInteger(update.update_id)) return undefined;
    for (const name of ['message', 'edited_message'] as const) {
      const message = update[name];
      if (message === undefined) continue;
      if (!isObject(message) || !isObject(message.chat) || !Number.isSafeInteger(message.chat.id))
        return undefined;
    }
    return update as unknown as TelegramUpdate;
  } catch {
    return undefined;
  }
};
