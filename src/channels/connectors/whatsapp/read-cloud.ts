import type { ConnectionAccess, InboundEvent, InboundFile } from '../connector.ts';
import { readCommand } from '../read-command.ts';
import type { CloudMessage, CloudPayload } from './cloud-webhook.ts';
import { explain, outsideWindow } from './graph-errors.ts';
import { withClosedWindow } from './whatsapp-text.ts';

/** Not messages of the user: reactions, changes of a number, edits and deletions. */
const ignoredTypes: ReadonlySet<string> = new Set(['reaction', 'system', 'edit', 'revoke']);

const filesOf = ({ image, audio, document }: CloudMessage): InboundFile[] => [
  ...(image?.id ? [{ kind: 'image' as const, handle: image.id }] : []),
  ...(audio?.id
    ? [{ kind: 'audio' as const, handle: audio.id, name: audio.voice ? 'voice.ogg' : undefined }]
    : []),
  ...(document?.id ? [{ kind: 'document' as const, handle: document.id, name: document.filename }] : []),
];

const placeOf = ({ location }: CloudMessage): string[] =>
  location
    ? [
        location.name ?? '',
        location.address ?? '',
        location.latitude === undefined ? '' : `${location.latitude}, ${location.longitude}`,
      ]
    : [];

/** Everything that can be read as text, one part a line. */
const textOf = (message: CloudMessage): string => {
  const { text, button, interactive, image, document, video, contacts = [] } = message;
  return [
    text?.body,
    button?.text,
    interactive?.button_reply?.title,
    interactive?.list_reply?.title,
    (image ?? document ?? video)?.caption,
    ...placeOf(message),
    ...contacts.map(({ name, phones = [] }) =>
      [name?.formatted_name, ...phones.map(({ phone }) => phone)].filter(Boolean).join(' '),
    ),
  ]
    .filter((line) => typeof line === 'string' && line !== '')
    .join('\n');
};

export const readCloud = (payload: unknown, { settings }: ConnectionAccess): InboundEvent => {
  const { message, name, phone, report } = payload as CloudPayload;
  if (report) {
    const { deliveryId, code, text, atMs } = report;
    const canUseTemplate = code === outsideWindow && Boolean(settings.templateName);
    return {
      kind: 'undelivered',
      deliveryId,
      error: explain(code, text),
      ...(canUseTemplate ? { readdress: withClosedWindow(atMs) } : {}),
    };
  }
  // Groups of a business are not supported.
  if (!message?.from_user_id || message.group_id !== undefined || ignoredTypes.has(message.type ?? ''))
    return { kind: 'ignored' };
  const files = filesOf(message);
  const { command, text } = readCommand(textOf(message));
  return {
    kind: 'message',
    message: {
      address: {
        to: phone ?? null,
        userId: message.from_user_id,
        messageId: message.id,
        receivedAtMs: Number(message.timestamp ?? 0) * 1000,
      },
      isGroup: false,
      user: {
        key: message.from_user_id,
        name,
        phone: phone === undefined ? undefined : `+${phone.replace(/^\+/, '')}`,
      },
      text,
      // The user opened the chat for the first time.
      command: message.type === 'request_welcome' ? 'start' : command,
      files,
      ...(text === '' && files.length === 0 && command === undefined ? { isUnsupported: true } : {}),
    },
  };
};
