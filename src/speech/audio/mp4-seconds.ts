/**
 * Length of a recording in an MP4 file: the durations of the samples of its sound, in the table of the file or in the
 * fragments that browsers write.
 */
const mostBoxes = 200_000;
const mostDepth = 8;
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf']);

interface Track {
  isSound: boolean;
  timescale: number;
  units: number;
}

interface Fragment {
  defaultUnits: number;
}

const trunDurationFlag = 0x000100;
const tfhdDefaultDurationFlag = 0x000008;

const sumOfTable = (box: DataView): number => {
  const entries = Math.min(box.getUint32(4), Math.floor((box.byteLength - 8) / 8));
  let units = 0;
  for (let index = 0; index < entries; index += 1)
    units += box.getUint32(8 + index * 8) * box.getUint32(12 + index * 8);
  return units;
};

/** The default duration of a fragment's samples follows optional fields. */
const defaultOfFragment = (box: DataView, fallback: number): number => {
  const flags = box.getUint32(0) & 0xffffff;
  if ((flags & tfhdDefaultDurationFlag) === 0) return fallback;
  const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  return at + 4 <= box.byteLength ? box.getUint32(at) : fallback;
};

const sumOfRun = (box: DataView, { defaultUnits }: Fragment): number => {
  const flags = box.getUint32(0) & 0xffffff;
  const samples = box.getUint32(4);
  if ((flags & trunDurationFlag) === 0) return Math.min(samples, box.byteLength * 1024) * defaultUnits;
  const fieldBytes = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const start = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  const entries = Math.min(samples, Math.max(0, Math.floor((box.byteLength - start) / fieldBytes)));
  let units = 0;
  for (let index = 0; index < entries; index += 1) units += box.getUint32(start + index * fieldBytes);
  return units;
};

export const mp4Seconds = (bytes: Uint8Array): number => {
  const tracks: Track[] = [];
  const fragment: Fragment = { defaultUnits: 0 };
  let fragmentUnits = 0;
  let trackDefault = 0;
  let boxes = 0;

  const onBox = (name: string, box: DataView): void => {
    const track = tracks.at(-1);
    if (name === 'mdhd' && track) track.timescale = box.getUint32(box.getUint8(0) === 1 ? 20 : 12);
    else if (name === 'hdlr' && track) track.isSound ||= box.getUint32(8) === 0x736f756e;
    else if (name === 'stts' && track) track.units += sumOfTable(box);
    else if (name === 'trex') trackDefault = box.getUint32(12);
    else if (name === 'tfhd') fragment.defaultUnits = defaultOfFragment(box, trackDefault);
    else if (name === 'trun') fragmentUnits += sumOfRun(box, fragment);
  };

  const walk = (view: DataView, depth: number): void => {
    for (let at = 0; at + 8 <= view.byteLength; ) {
      boxes += 1;
      if (boxes > mostBoxes) return;
      const stated = view.getUint32(at);
      const isLarge = stated === 1 && at + 16 <= view.byteLength;
      const size = isLarge ? Number(view.getBigUint64(at + 8)) : stated === 0 ? view.byteLength - at : stated;
      const head = isLarge ? 16 : 8;
      if (size < head) return;
      const end = Math.min(at + size, view.byteLength);
      const name = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
      const content = new DataView(view.buffer, view.byteOffset + at + head, end - at - head);
      if (name === 'trak') tracks.push({ isSound: false, timescale: 0, units: 0 });
      if (containers.has(name) && depth < mostDepth) walk(content, depth + 1);
      else if (content.byteLength >= 24 || (name === 'stts' && content.byteLength >= 8)) onBox(name, content);
      else if ((name === 'trun' || name === 'tfhd') && content.byteLength >= 8) onBox(name, content);
      at = end;
    }
  };
  walk(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);

  const sound = tracks.find(({ isSound, timescale }) => isSound && timescale > 0);
  return sound ? (sound.units + fragmentUnits) / sound.timescale : 0;
};
