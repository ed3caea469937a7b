import { Type } from 'typebox';

export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
};

export interface Page {
  page: number;
  pageSize: number;
}

/** `{ items, total, page, pageSize }`; total counts over all pages. */
export const Paged = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
  });

export const rangeOf = ({ page, pageSize }: Page): { offset: number; limit: number } => ({
  offset: (page - 1) * pageSize,
  limit: pageSize,
});

export const paged = <Item>(items: Item[], total: number, { page, pageSize }: Page) => ({
  items,
  total,
  page,
  pageSize,
});
