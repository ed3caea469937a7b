import { type Box, cropImage, type OcrImage, type Rotation } from './ocr-image.ts';
import type { PpocrSession } from './ppocr-session.ts';

export interface ReadBox {
  text: string;
  /** Mean probability of the characters, 0 to 1. */
  confidence: number;
}

const lineHeight = 48;

/** Reads the line in a box. The most likely class per step; repeats are one character, class 0 is a gap. */
export const readTextBox = async (
  session: PpocrSession,
  image: OcrImage,
  box: Box,
  degrees: Rotation,
): Promise<ReadBox> => {
  const line = await cropImage(image, box, degrees, lineHeight);
  const { scores, steps, classes } = await session.recognise(line);
  let text = '';
  let sum = 0;
  let count = 0;
  let previous = 0;
  for (let step = 0; step < steps; step += 1) {
    let best = 0;
    for (let index = 1; index < classes; index += 1) {
      if (scores[step * classes + index]! > scores[step * classes + best]!) best = index;
    }
    if (best !== 0 && best !== previous) {
      text += session.characters[best] ?? '';
      sum += scores[step * classes + best]!;
      count += 1;
    }
    previous = best;
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count };
};
