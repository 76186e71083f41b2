import type { SelectedSite, Selection, Served } from '../../crawler/select/select.ts'
import { lineWidth } from '../output/output-width.ts'
import { type Column, textTable } from '../output/table.ts'
import { wrap } from '../output/wrap.ts'
import { rankText } from './rank-text.ts'

const SHOWN_PASSED_OVER = 10

const COLUMNS: readonly Column<SelectedSite>[] = [
  { heading: 'rank', cell: rankText, align: 'right' },
  { heading: 'domain', cell: ({ domain }) => domain },
  { heading: 'final origin', cell: ({ finalOrigin }) => finalOrigin },
]

/** Reasons that need no example: their counts say everything. */
const PLAIN_REASONS: readonly string[] = ['count_reached', 'not_served', 'unreachable']

/** A selection for people: the chosen sites, and why others were passed over. */
export function selectionLines(
  { selected, passedOver }: Selection,
  sites: number,
  serve: readonly Served[],
  width: number | null,
): string[] {
  const chosen = `Selected ${selected.length} of ${sites} sites that serve ${serve.join(', ')}`
  const counts = [...Map.groupBy(passedOver, ({ reason }) => reason)]
  const byReason = counts.map(([reason, group]) => `${group.length} ${reason}`).join(', ')
  const explained = passedOver.filter(({ reason }) => !PLAIN_REASONS.includes(reason))
  const more = explained.length - SHOWN_PASSED_OVER
  return [
    '',
    ...(selected.length === 0 ? [chosen] : [`${chosen}:`, '', textTable(selected, COLUMNS, width)]),
    '',
    ...wrap(`Passed over: ${byReason || 'none'}`, lineWidth(width)),
    ...explained.slice(0, SHOWN_PASSED_OVER).map(({ domain, because }) => `  ${domain}: ${because}`),
    ...(more > 0 ? [`  … and ${more} more (towline select --format csv)`] : []),
  ]
}
