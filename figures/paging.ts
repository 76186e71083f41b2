import { column } from './column.ts'

/** Says of which page an answer has the rows, and how many match in all. */
export const pageOf = (rows: string) => ({
  total: column('count', 'total', `${rows} that match, on all pages`),
  page: column('count', 'page'),
  pageSize: column('count', 'rows a page'),
})
