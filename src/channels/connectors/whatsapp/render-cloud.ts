import type { OutgoingFile, OutgoingReply } from '../connector.ts';
import { toWhatsAppTexts } from './whatsapp-text.ts';

/** One message of the Cloud API, without its recipient. */
export interface CloudCall {
  message: CloudContent;
  /** Uploaded first. Its id becomes part of the message. */
  file?: { fileId: string; name: string; mediaType: string };
}

type CloudContent =
  | { type: 'text'; text: { body: string; preview_url: false } }
  | {
      type: 'interactive';
      interactive: {
        type: 'button';
        body: { text: string };
        action: { buttons: { type: 'reply'; reply: { id: string; title: string } }[] };
      };
    }
  | { type: 'image' | 'audio' }
  | { type: 'document'; document: { filename: string } };

const longestText = 4096;
const longestInteractive = 1024;
const mostButtons = 3;
const longestButton = 20;
const largestImageBytes = 5 * 2 ** 20;
const largestAudioBytes = 16 * 2 ** 20;
const longestFileName = 240;

const typeOf = ({ kind, mediaType, sizeBytes }: OutgoingFile): 'image' | 'audio' | 'document' => {
  if (kind === 'image' && /^image\/(?:jpeg|png)$/.test(mediaType) && sizeBytes <= largestImageBytes)
    return 'image';
  if (
    kind === 'audio' &&
    /^audio\/(?:aac|amr|mpeg|mp4|ogg)/.test(mediaType) &&
    sizeBytes <= largestAudioBytes
  )
    return 'audio';
  return 'document';
};

const toFileCall = (file: OutgoingFile): CloudCall => {
  const { fileId, name, mediaType } = file;
  const type = typeOf(file);
  return {
    message:
      type === 'document' ? { type, document: { filename: name.slice(0, longestFileName) } } : { type },
    file: { fileId, name, mediaType },
  };
};

/** Up to three short choices become buttons. */
const areButtons = (text: string | undefined, choices: readonly string[]): text is string =>
  text !== undefined &&
  text.length <= longestInteractive &&
  choices.length > 0 &&
  choices.length <= mostButtons &&
  new Set(choices).size === choices.length &&
  choices.every((choice) => choice !== '' && choice.length <= longestButton);

export const renderCloud = ({ text, choices = [], files = [] }: OutgoingReply): CloudCall[] => {
  const withButtons = toWhatsAppTexts(text, longestText);
  const last = withButtons.at(-1);
  const hasButtons = areButtons(last, choices);
  // Other choices are listed, and the user writes one of them.
  const texts =
    hasButtons || choices.length === 0
      ? withButtons
      : toWhatsAppTexts(`${text}\n\n${choices.map((choice) => `- ${choice}`).join('\n')}`, longestText);
  const calls: CloudCall[] = texts.map((body) => ({
    message: { type: 'text', text: { body, preview_url: false } },
  }));
  if (hasButtons)
    calls[calls.length - 1] = {
      message: {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: last },
          action: {
            buttons: choices.map((title, index) => ({
              type: 'reply',
              reply: { id: `choice-${index}`, title },
            })),
          },
        },
      },
    };
  return [...calls, ...files.map(toFileCall)];
};
