import { Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './upload.module.css';

interface DropCoverProps {
  onFiles(files: File[]): void;
  /** Where they will go. */
  target: string;
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Files may be dropped anywhere on the page; while they hover the page says so. */
export const DropCover = ({ onFiles, target }: DropCoverProps) => {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    // Going from one element to the next enters the new one before it leaves the old.
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
    <div className={classes.cover}>
      <IconFileUpload size={42} stroke={1.4} aria-hidden />
      <Text fw={600} size="lg">
        Drop them to add them to {target}
      </Text>
    </div>
  );
};
