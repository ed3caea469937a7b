import { IconTools } from '@tabler/icons-react';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';

/** Stands where a page is still to come. */
const UnwrittenPage = () => (
  <>
    <PageHeader title="Not here yet" />
    <EmptyState icon={IconTools} title="This page is still to come">
      The management API offers it already; its reference is at /docs/console.
    </EmptyState>
  </>
);

export default UnwrittenPage;
