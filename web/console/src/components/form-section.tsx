import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './form-section.module.css';

interface FormSectionProps {
  /** Anchor for links to this section. */
  id?: string;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A section of a form: its title and description on the left, its fields on the right. */
export const FormSection = ({ id, title, description, children }: FormSectionProps) => {
  const headingId = useId();
  return (
    <section id={id} className={classes.section} aria-labelledby={headingId}>
      <div>
        <Title order={2} id={headingId}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed" mt={4} component="div">
            {description}
          </Text>
        )}
      </div>
      <Stack gap="md" miw={0}>
        {children}
      </Stack>
    </section>
  );
};
