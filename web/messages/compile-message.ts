import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { CompiledMessage } from './create-translate.ts';

/** Throws where the text is not a valid ICU message. */
export const compileMessage = (text: string): CompiledMessage => {
  const elements: MessageFormatElement[] = parse(text, { captureLocation: false });
  const literals = elements.flatMap((element) => (element.type === TYPE.literal ? [element.value] : []));
  return literals.length === elements.length ? literals.join('') : elements;
};
