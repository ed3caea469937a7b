import { Button, Group, Pagination, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { chord } from '../lib/chord.ts';
import { t } from '../messages/translate.ts';
import classes from './data-table.module.css';
import { EmptyState } from './empty-state.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  render(row: Row): ReactNode;
  align?: 'left' | 'right';
  width?: number | string;
  /** Shown on wide screens only. */
  isMinor?: boolean;
  /** Only for screen readers: a column of checkboxes needs no visible header. */
  isHeaderHidden?: boolean;
}

interface DataTableProps<Row> {
  /** Accessible name. */
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** Called on a click or Enter on a row. */
  onOpen?(row: Row): void;
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode;
  isRefreshing?: boolean;
  paging?: TablePaging;
}

export interface TablePaging {
  page: number;
  pageSize: number;
  /** Number of rows on all pages; undefined if it is not counted. */
  total?: number;
  hasMore?: boolean;
  onPage(page: number): void;
}

const moveFocus = (event: KeyboardEvent<HTMLTableRowElement>, direction: 'next' | 'previous'): void => {
  const row = event.currentTarget;
  const other = direction === 'next' ? row.nextElementSibling : row.previousElementSibling;
  if (other instanceof HTMLElement) {
    event.preventDefault();
    other.focus();
  }
};

/** Arrow keys or j and k move between rows, Enter opens one. Keys in a field of the row are ignored. */
const createKeyHandler =
  (open: () => void) =>
  (event: KeyboardEvent<HTMLTableRowElement>): void => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    if (chord.isPending()) return;
    if (event.key === 'Enter') open();
    else if (event.key === 'ArrowDown' || event.key === 'j') moveFocus(event, 'next');
    else if (event.key === 'ArrowUp' || event.key === 'k') moveFocus(event, 'previous');
  };

const interactive = 'a, button, input, select, textarea, label, [role="menuitem"]';

const rowEvents = <Row,>(row: Row, onOpen: ((row: Row) => void) | undefined) =>
  onOpen && {
    tabIndex: 0,
    'data-opens': true,
    onClick: (event: { target: EventTarget }) => {
      // Ignores clicks on controls in the row and selections of text.
      if ((event.target as Element).closest(interactive) || String(getSelection()) !== '') return;
      onOpen(row);
    },
    onKeyDown: createKeyHandler(() => onOpen(row)),
  };

/** A table with paging. Narrow screens show each row as a card. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, columns, rows, rowKey, onOpen, empty, isRefreshing = false, paging } = props;
  if (rows.length === 0 && paging && paging.page > 1) return <PageGone {...paging} />;
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div className={classes.frame} aria-busy={isRefreshing}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <Table className={classes.table} aria-label={label} verticalSpacing="sm" highlightOnHover={!!onOpen}>
          <Table.Thead className={classes.head}>
            <Table.Tr>
              {columns.map(({ key, header, align, width, isMinor, isHeaderHidden }) => (
                <Table.Th key={key} scope="col" ta={align} w={width} data-minor={isMinor || undefined}>
                  {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={rowKey(row)} className={classes.row} {...rowEvents(row, onOpen)}>
                {columns.map(({ key, header, align, isMinor, render }) => (
                  <Table.Td key={key} ta={align} data-label={header} data-minor={isMinor || undefined}>
                    {render(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {paging && <TablePages {...paging} shown={rows.length} />}
    </div>
  );
};

/** For a page without rows: they were deleted, or the page number in the address is too large. */
export const PageGone = ({ page, pageSize, total, onPage }: TablePaging) => {
  const last = total === undefined ? page - 1 : Math.max(1, Math.min(page - 1, Math.ceil(total / pageSize)));
  return (
    <EmptyState
      icon={IconFileOff}
      title={t('common.emptyPage')}
      action={<Button onClick={() => onPage(last)}>{t('common.goToPage', { page: last })}</Button>}
    >
      {t('common.emptyPageHint')}
    </EmptyState>
  );
};

/** The range of the shown rows, and links to the other pages. */
export const TablePages = ({
  page,
  pageSize,
  total,
  hasMore,
  onPage,
  shown,
}: TablePaging & { shown: number }) => {
  const first = (page - 1) * pageSize + 1;
  const pages = total === undefined ? page + (hasMore ? 1 : 0) : Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  return (
    <Group justify="space-between" p="sm" className={classes.pages}>
      <Text size="sm" c="dimmed">
        {total === undefined
          ? t('common.rowRange', { first, last: first + shown - 1 })
          : t('common.rowRangeOfTotal', { first, last: first + shown - 1, total })}
      </Text>
      <Pagination
        size="sm"
        value={page}
        total={pages}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': t('common.pageControl', { control }) })}
        getItemProps={(item) => ({ 'aria-label': t('common.pageNumber', { page: item }) })}
      />
    </Group>
  );
};
