import { integer } from '../../../figures/quantity.ts'
import type { Adoption } from '../../../server/contract/contract.ts'
import { h, type VNode } from '../../dom/h.ts'
import { numbers, table, texts } from '../../dom/table.ts'
import { explainedCode } from '../controls/code-words.ts'

/** Codes shown of each operation; the survey's CSV has all. */
const MAX_CODES = 12

/** Says what went wrong: failure codes of reaching sites, of HTTP/2 and of HTTP/3. */
export function failureTables({ failures }: Adoption): VNode {
  return h(
    'details.more',
    h('summary', 'What went wrong'),
    h(
      'div.thirds',
      codeTable('Not reached at all', failures.site),
      codeTable('Over HTTP/2', failures.h2),
      codeTable('Over HTTP/3', failures.h3),
    ),
    h(
      'p.note',
      'A site whose body broke off has answered all the same. Codes are explained on the ',
      h('a', { href: '/method#failure-codes' }, 'Method'),
      ' page.',
    ),
  )
}

function codeTable(caption: string, codes: Adoption['failures']['site']): VNode {
  const rows = codes.slice(0, MAX_CODES).map(({ code, count }) => [explainedCode(code), integer(count)])
  return table(
    {
      caption,
      columns: [...texts('failure code'), ...numbers('sites')],
      rows: rows.length === 0 ? [['none', '0']] : rows,
    },
    { class: 'data plain' },
  )
}
