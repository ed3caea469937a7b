import { useEffect, useRef, useState } from 'preact/hooks';
import { findFault, kindOf } from '../attachments/file-kinds.ts';
import { readBase64 } from '../attachments/read-base64.ts';
import { describeFileFault } from '../messages/describe-file-fault.ts';
import { voiceFileName, voiceSeconds } from '../recording/voice-message.ts';
import type { OutgoingFile, StoredFile } from '../service/wire.ts';
import { useChatState } from './page-context.ts';

interface PendingFile {
  file: File;
  shown: StoredFile;
}

/** Files from the clipboard often have no name. */
const named = (file: File): string => file.name || `file.${file.type.split('/')[1] ?? 'bin'}`;

const shownOf = (name: string, file: File): StoredFile => ({
  name,
  kind: kindOf(name)!,
  url: URL.createObjectURL(file),
  ...(name === voiceFileName ? { seconds: voiceSeconds(file.size) } : {}),
});

/** Files of the message that is being written. */
export const usePendingFiles = () => {
  const features = useChatState().session?.features;
  const [files, setFiles] = useState<PendingFile[]>([]);
  const [fault, setFault] = useState('');
  const current = useRef(files);
  current.current = files;

  // Object URLs keep files in memory. URLs of sent files are still shown, so they stay until the page is closed.
  useEffect(
    () => () => {
      for (const { shown } of current.current) URL.revokeObjectURL(shown.url!);
    },
    [],
  );

  return {
    files,
    fault,
    add: (chosen: Iterable<File>): void => {
      if (!features) return;
      const next = [...current.current];
      const faults: string[] = [];
      for (const file of chosen) {
        const name = named(file);
        const sizes = next.map((one) => one.file.size);
        const found = findFault({ name, size: file.size }, sizes, features);
        if (found) faults.push(describeFileFault(found));
        else next.push({ file, shown: shownOf(name, file) });
      }
      setFiles(next);
      setFault([...new Set(faults)].join(' '));
    },
    remove: (index: number): void => {
      URL.revokeObjectURL(files[index]!.shown.url!);
      setFiles(files.toSpliced(index, 1));
      setFault('');
    },
    /** Returns the files for sending and clears the list. */
    take: async (): Promise<{ files: OutgoingFile[]; shownFiles: StoredFile[] }> => {
      setFiles([]);
      setFault('');
      const read = files.map(async ({ file, shown }) => ({
        name: shown.name,
        base64_content: await readBase64(file),
      }));
      return { files: await Promise.all(read), shownFiles: files.map(({ shown }) => shown) };
    },
    say: setFault,
  };
};

export type PendingFiles = ReturnType<typeof usePendingFiles>;
