import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconLink, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { acceptedFiles, acceptedSizes } from './accepted-files.ts';
import { AddByAddress } from './add-by-address.tsx';
import { type Cutting, CuttingOptions } from './cutting-options.tsx';
import { DropCover } from './drop-cover.tsx';
import classes from './upload.module.css';
import type { Uploads } from './use-uploads.ts';

interface AddDocumentsProps {
  uploads: Uploads;
  /** undefined: the default base. */
  knowledgeBaseId: string | undefined;
  baseName: string;
}

/** The ways in: drop, choose, by address. */
export const AddDocuments = ({ uploads, knowledgeBaseId, baseName }: AddDocumentsProps) => {
  const [cutting, setCutting] = useState<Cutting>({});
  const [isUnfolded, unfolding] = useDisclosure();
  const [isByAddress, byAddress] = useDisclosure();
  const options = { ...cutting, knowledgeBaseId };
  const add = (files: File[]): void => uploads.add(files, options);
  return (
    <div className={classes.area}>
      <DropCover onFiles={add} target={baseName} />
      <Group justify="space-between" gap="sm">
        <Stack gap={0} style={{ flex: '1 1 260px' }}>
          <Text size="sm" fw={550}>
            Drop files anywhere on this page
          </Text>
          <Text size="xs" c="dimmed">
            They go to {baseName}. {acceptedSizes}.
          </Text>
        </Stack>
        <Group gap="xs">
          <ChooseFiles label="Files to add" multiple accept={acceptedFiles} onFiles={add}>
            {(open) => (
              <Button size="sm" leftSection={<IconUpload size={16} aria-hidden />} {...open}>
                Choose files
              </Button>
            )}
          </ChooseFiles>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={byAddress.open}
          >
            By address
          </Button>
        </Group>
      </Group>
      <Button
        mt="xs"
        ml={-8}
        size="compact-sm"
        variant="subtle"
        color="gray"
        rightSection={
          <IconChevronDown
            size={14}
            style={{ transform: isUnfolded ? 'rotate(180deg)' : undefined }}
            aria-hidden
          />
        }
        onClick={unfolding.toggle}
        aria-expanded={isUnfolded}
      >
        How documents are cut
      </Button>
      <Collapse expanded={isUnfolded}>
        <div style={{ paddingTop: 8 }}>
          <CuttingOptions value={cutting} onChange={setCutting} />
        </div>
      </Collapse>
      {isByAddress && <AddByAddress options={options} onClose={byAddress.close} />}
    </div>
  );
};
