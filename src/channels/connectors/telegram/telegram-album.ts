import type { Connector } from '../connector.ts';
import type { TelegramMessage, TelegramUpdate } from './telegram-update.ts';

const messageOf = (payload: unknown): TelegramMessage | undefined => (payload as TelegramUpdate).message;

/** Telegram sends each picture of an album as an update. Usually one of them has the caption. */
export const telegramAlbum: NonNullable<Connector['album']> = {
  keyOf: (payload) => {
    const { media_group_id: group, from } = messageOf(payload) ?? {};
    return group === undefined ? undefined : `${from?.id}/${group}`;
  },
  join: (payloads) => {
    const [first] = payloads as TelegramUpdate[];
    const album = payloads.slice(1).flatMap((payload) => messageOf(payload) ?? []);
    return { ...first, album };
  },
  mostParts: 10,
};
