export interface Paged<Item> {
  items: Item[];
  /** Over all pages. */
  total: number;
  page: number;
  pageSize: number;
}

/** Where counting everything would take longer than reading the page. */
export interface PagedOnward<Item> {
  items: Item[];
  hasMore: boolean;
  page: number;
  pageSize: number;
}
