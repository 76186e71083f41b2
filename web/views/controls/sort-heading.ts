import { h, type VNode } from '../../dom/h.ts'
import type { ViewContext } from '../view.ts'

interface SortHeading {
  readonly label: string
  readonly className: string | null
  /** Id of its link, by which the focus is found again. */
  readonly id: string
  /** Key that the table is sorted by after a click; null: by what it is sorted where nothing is chosen. */
  readonly sort: string | null
  /** Whether the table is sorted by it, and in which order. */
  readonly active: boolean
  readonly order: 'asc' | 'desc'
  /** Order of the first click. */
  readonly first: 'asc' | 'desc'
  /** Further choices that go with it. */
  readonly choices?: Readonly<Record<string, string | null>>
}

/** A heading that sorts its table, and once more the other way. */
export function sortHeading({ link }: Pick<ViewContext, 'link'>, heading: SortHeading): VNode {
  const { label, className, id, sort, active, order, first, choices = {} } = heading
  const next = active ? (order === 'asc' ? 'desc' : 'asc') : first
  return h(
    'th',
    {
      scope: 'col',
      class: className,
      'aria-sort': active ? (order === 'asc' ? 'ascending' : 'descending') : null,
    },
    h(
      'a',
      { id, href: link({ sort, order: next === 'asc' ? null : next, ...choices, page: null }) },
      label,
      active ? h('span', { 'aria-hidden': 'true' }, order === 'asc' ? ' ↑' : ' ↓') : null,
    ),
  )
}
