import { findTextBoxes } from './find-text-boxes.ts';
import { type LatinReader, openLatinReader } from './latin-reader.ts';
import { type Box, type OcrImage, type Rotation, rotateByRightAngles } from './ocr-image.ts';
import { characterCount, doubtfulShare, meanConfidence, type OcrLine, type OcrWord } from './ocr-line.ts';
import { orderBoxes } from './order-boxes.ts';
import { openPpocrSession, type PpocrSession } from './ppocr-session.ts';
import { readTextBox } from './read-text-box.ts';
import { straightenImage } from './straighten-image.ts';

export interface PictureReader {
  read(image: OcrImage): Promise<OcrLine[]>;
  close(): Promise<void>;
}

/** A clean page is above 0.85. A page in another script or rotated stays below 0.6. */
const trustedConfidence = 0.75;
/** A word below this confidence was guessed. */
const wordConfidence = 0.5;
/** Largest share of guessed words (stains, logos) before another script is suspected. */
const tolerableDoubt = 0.15;
const lookSide = 640;
const readSide = 960;
const probeBoxes = 4;
/** PP-OCR lines below this confidence are texture, not text. */
const lineConfidence = 0.6;

const isTall = ({ width, height }: Box): boolean => height > width * 1.5;

const area = ({ width, height }: Box): number => width * height;

/** Scripts that the Latin reader does not support. */
const foreign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

const foreignShare = (text: string): number => (text.match(foreign)?.length ?? 0) / Math.max(1, text.length);

const withoutGuesses = (lines: OcrLine[]): OcrLine[] =>
  lines
    .map(({ words }) => ({ words: words.filter(({ confidence }) => confidence >= wordConfidence) }))
    .filter(({ words }) => words.length > 0);

/** Number of characters, weighted by confidence. */
const weight = (lines: OcrLine[]): number => meanConfidence(lines) * characterCount(lines);

interface Probe {
  degrees: Rotation;
  confidence: number;
  text: string;
}

/**
 * Orientation: the largest boxes are read in both directions that their shape allows.
 * An upside-down page only shows in its confidence.
 */
const probeRotation = async (session: PpocrSession, image: OcrImage, boxes: Box[]): Promise<Probe> => {
  const tallArea = boxes.filter(isTall).reduce((sum, box) => sum + area(box), 0);
  const isOnItsSide = tallArea > boxes.reduce((sum, box) => sum + area(box), 0) / 2;
  const rotations: Rotation[] = isOnItsSide ? [90, 270] : [0, 180];
  const largest = boxes
    .filter((box) => isTall(box) === isOnItsSide)
    .sort((a, b) => area(b) - area(a))
    .slice(0, probeBoxes);
  const probes: Probe[] = [];
  for (const degrees of rotations) {
    const probe: Probe = { degrees, confidence: 0, text: '' };
    for (const box of largest) {
      const { text, confidence } = await readTextBox(session, image, box, degrees);
      probe.text += text;
      probe.confidence += confidence / largest.length;
    }
    probes.push(probe);
  }
  return probes.reduce((best, probe) => (probe.confidence > best.confidence ? probe : best));
};

const readBoxes = async (session: PpocrSession, image: OcrImage): Promise<OcrLine[]> => {
  const pieces: OcrWord[] = [];
  for (const box of await findTextBoxes(session, image, readSide)) {
    const { text, confidence } = await readTextBox(session, image, box, 0);
    if (text && confidence >= lineConfidence) pieces.push({ text, confidence, box });
  }
  return orderBoxes(pieces);
};

/**
 * Reads the text of an image with two engines: Tesseract for Latin script, PP-OCR for Chinese, Japanese and
 * mixed pages, and to detect the orientation. Engines are opened through `load` when first needed:
 * their memory does not count for the file.
 */
export const createPictureReader = (load: <T>(open: () => Promise<T>) => Promise<T>): PictureReader => {
  let latin: Promise<LatinReader> | undefined;
  let session: Promise<PpocrSession> | undefined;
  const latinReader = () => (latin ??= load(openLatinReader));
  const ppocr = () => (session ??= load(openPpocrSession));

  const readOtherwise = async (image: OcrImage, first: OcrLine[]): Promise<OcrLine[]> => {
    const boxes = await findTextBoxes(await ppocr(), image, lookSide);
    if (boxes.length === 0) return [];
    const probe = await probeRotation(await ppocr(), image, boxes);
    const upright = await rotateByRightAngles(image, probe.degrees);
    if (foreignShare(probe.text) > 0.1) return readBoxes(await ppocr(), upright);
    const second = probe.degrees === 0 ? first : await (await latinReader()).read(upright);
    const kept = withoutGuesses(second);
    if (meanConfidence(second) >= trustedConfidence) return kept;
    const other = await readBoxes(await ppocr(), upright);
    return weight(other) > weight(kept) ? other : kept;
  };

  return {
    read: async (picture) => {
      const image = await straightenImage(picture);
      const first = await (await latinReader()).read(image);
      const isTrusted =
        characterCount(first) > 0 &&
        meanConfidence(first) >= trustedConfidence &&
        doubtfulShare(first, wordConfidence) <= tolerableDoubt;
      return isTrusted ? withoutGuesses(first) : readOtherwise(image, first);
    },
    close: async () => {
      await (await latin)?.close();
    },
  };
};
