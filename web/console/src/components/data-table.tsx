import { Button, Group, Pagination, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
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
  /** Read out, not shown: a column of boxes needs no word above it. */
  isHeaderHidden?: boolean;
}

interface DataTableProps<Row> {
  /** Named for people who cannot see it. */
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** A click or Enter on a row. */
  onOpen?(row: Row): void;
  /** In place of rows when there are none. */
  empty?: ReactNode;
  isRefreshing?: boolean;
  paging?: TablePaging;
}

export interface TablePaging {
  page: number;
  pageSize: number;
  /** Over all pages; left out where it is not counted. */
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

/** Arrow keys or j and k go from row to row, Enter opens; keys typed into a field of the row are its own. */
const createKeyHandler =
  (open: () => void) =>
  (event: KeyboardEvent<HTMLTableRowElement>): void => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
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
      // A button in the row does its own work; text being selected is no click.
      if ((event.target as Element).closest(interactive) || String(getSelection()) !== '') return;
      onOpen(row);
    },
    onKeyDown: createKeyHandler(() => onOpen(row)),
  };

/** Rows and their pages. Narrow screens show each row as a card. */
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

/** The last rows of a page were deleted, or its number came from elsewhere. */
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

/** Where one is among all rows, and the way to the others. */
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
