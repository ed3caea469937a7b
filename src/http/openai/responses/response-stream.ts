import type { StreamWriter } from '../follow-feed.ts';
import { openAiFailureOf } from '../openai-error.ts';
import { isCutReply, textOfReply } from '../present-parts.ts';
import {
  annotationsOf,
  callItems,
  hasMessage,
  messageItem,
  presentResponse,
  type ResponseAbout,
  textPart,
} from './present-response.ts';

/** Typed events of a response. Text is written at once; calls, citations and usage are known at the end. */
export const createResponseWriter = (about: ResponseAbout): StreamWriter => {
  let sequence = 0;
  let isOpen = false;
  const itemId = `msg_${about.messageId}`;
  const place = { item_id: itemId, output_index: 0, content_index: 0 };
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;

  const open = (): string => {
    if (isOpen) return '';
    isOpen = true;
    return (
      event('response.output_item.added', {
        output_index: 0,
        item: messageItem(about.messageId, [], 'in_progress'),
      }) + event('response.content_part.added', { ...place, part: textPart('', []) })
    );
  };
  const text = (delta: string): string =>
    open() + event('response.output_text.delta', { ...place, delta, logprobs: [] });

  const calls = (items: ReturnType<typeof callItems>, first: number): string =>
    items
      .map((item, index) => {
        const outputIndex = first + index;
        const at = { item_id: item.id, output_index: outputIndex };
        return (
          event('response.output_item.added', {
            output_index: outputIndex,
            item: { ...item, arguments: '', status: 'in_progress' },
          }) +
          event('response.function_call_arguments.delta', { ...at, delta: item.arguments }) +
          event('response.function_call_arguments.done', {
            ...at,
            name: item.name,
            arguments: item.arguments,
          }) +
          event('response.output_item.done', { output_index: outputIndex, item })
        );
      })
      .join('');

  return {
    start: () => {
      const response = presentResponse(about, 'running');
      return event('response.created', { response }) + event('response.in_progress', { response });
    },
    text,
    end: (reply, streamed) => {
      const whole = textOfReply(reply);
      const rest = whole.startsWith(streamed) ? whole.slice(streamed.length) : '';
      const annotations = annotationsOf(reply);
      let written = rest === '' ? '' : text(rest);
      if (hasMessage(reply)) {
        written += open();
        annotations.forEach((annotation, index) => {
          written += event('response.output_text.annotation.added', {
            ...place,
            annotation_index: index,
            annotation,
          });
        });
        const part = textPart(whole, annotations);
        written += event('response.output_text.done', { ...place, text: whole, logprobs: [] });
        written += event('response.content_part.done', { ...place, part });
        written += event('response.output_item.done', {
          output_index: 0,
          item: messageItem(about.messageId, [part]),
        });
      }
      written += calls(callItems(reply), hasMessage(reply) ? 1 : 0);
      const response = presentResponse(about, { reply });
      return written + event(isCutReply(reply) ? 'response.incomplete' : 'response.completed', { response });
    },
    failure: (failure) => {
      const { error } = openAiFailureOf(failure);
      const response = presentResponse(about, {
        error: { name: error.code ?? 'server_error', message: error.message },
      });
      return event('response.failed', { response });
    },
  };
};
