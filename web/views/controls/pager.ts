import { count, integer } from '../../../figures/quantity.ts'
import { fileName } from '../../../model/file-name.ts'
import { h, type VNode } from '../../dom/h.ts'
import { fileLink } from '../../figure/data-files.ts'
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
      ? h('span.quiet', words)
      : h('a', { id, href: link({ page: target === 1 ? null : String(target) }) }, words)
  const attributes = { class: 'pager', 'aria-label': 'Pages of the table' }
  if (page > last) {
    const where = `Page ${integer(page)} of ${integer(last)}: there ${last === 1 ? 'is' : 'are'} ${integer(last)}.`
    return h('nav', attributes, h('span', where), to('page-last', last, 'To the last page'))
  }
  return h(
    'nav',
    attributes,
    to('page-back', page - 1, '← back'),
    h('span', `page ${integer(page)} of ${integer(last)}, ${count(total, 'site')}`),
    to('page-on', page + 1, 'on →'),
  )
}

/** CSV has the rows of all pages, JSON those of one. `holds`: what they are called where no server names them. */
export function tableFiles(csv: string, json: string, holds: readonly (string | null)[]): VNode {
  return h(
    'p.files',
    h('span', 'All pages: ', fileLink(csv, fileName(holds, 'csv'), 'CSV')),
    h('span', 'This page: ', fileLink(json, fileName(holds, 'json'), 'JSON')),
  )
}
