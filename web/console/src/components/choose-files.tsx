import { FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface ChooseFilesProps {
  /** Accessible name of the file input. */
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles(files: File[]): void;
  children(open: { onClick(): void }): ReactNode;
}

/** A button that opens the file picker. The same file can be chosen again, for example after it was corrected. */
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
