import { count, integer } from '../../charts/quantity.ts'
import { h, type VNode } from '../../dom/h.ts'
import type { ViewContext } from '../view.ts'

interface Paged {
  readonly total: number
  readonly page: number
  readonly pageSize: number
}

/** Leads from page to page of a table of sites. */
export function pager({ link }: Pick<ViewContext, 'link'>, { total, page, pageSize }: Paged): VNode {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const to = (id: string, target: number, words: string) =>
    target < 1 || target > last
      ? h('span', { class: 'quiet' }, words)
      : h('a', { id, href: link({ page: target === 1 ? null : String(target) }) }, words)
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages of the table' },
    to('page-back', Math.min(page - 1, last), '← back'),
    h('span', {}, `${pageWords(page, last)}, ${count(total, 'site')}`),
    to('page-on', page + 1, 'on →'),
  )
}

function pageWords(page: number, last: number): string {
  if (page > last) return `page ${integer(page)} is beyond the last, ${integer(last)}`
  return `page ${integer(page)} of ${integer(last)}`
}

/** CSV has the rows of all pages, JSON those of one. */
export function tableFiles(csv: string, json: string): VNode {
  return h(
    'p',
    { class: 'files' },
    h('span', {}, 'All pages: ', h('a', { href: csv, 'data-native': true }, 'CSV')),
    h('span', {}, 'This page: ', h('a', { href: json, 'data-native': true }, 'JSON')),
  )
}
