import { Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../messages/translate.ts';
import classes from './upload.module.css';

interface DropOverlayProps {
  onFiles(files: File[]): void;
  /** Name of the knowledge base that gets the files. */
  target: string | undefined;
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Accepts files that are dropped anywhere on the page, and shows so while files are dragged over it. */
export const DropOverlay = ({ onFiles, target }: DropOverlayProps) => {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    // The browser sends dragenter for the next element before dragleave for the previous one.
    let depth = 0;
    const move = (by: number) => (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth += by;
      setIsOver(depth > 0);
    };
    const allow = (event: DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: move(1), dragleave: move(-1), dragover: allow, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name as 'drop', listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name as 'drop', listener);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={classes.overlay}>
      <IconFileUpload size={42} stroke={1.4} aria-hidden />
      <Text fw={600} size="lg">
        {target === undefined ? t('knowledge.upload.drop') : t('knowledge.upload.dropOn', { name: target })}
      </Text>
    </div>
  );
};
