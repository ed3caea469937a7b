import { FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface ChooseFilesProps {
  /** Named for people who cannot see the button. */
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles(files: File[]): void;
  children(open: { onClick(): void }): ReactNode;
}

/** A button that asks for files. The same file may be chosen twice in a row, as after it was mended. */
export const ChooseFiles = ({ label, accept, multiple = false, onFiles, children }: ChooseFilesProps) => {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple={multiple}
      accept={accept}
      resetRef={reset}
      inputProps={{ 'aria-label': label }}
      onChange={(chosen: File | File[] | null) => {
        const files = chosen === null ? [] : Array.isArray(chosen) ? chosen : [chosen];
        if (files.length === 0) return;
        reset.current?.();
        onFiles(files);
      }}
    >
      {children}
    </FileButton>
  );
};
