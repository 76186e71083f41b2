import { gainText, limitsText } from '../output/comparison-text.ts'
import { lineWidth, noteWidth } from '../output/output-width.ts'
import { type Column, textTable } from '../output/table.ts'
import { visible } from '../output/visible.ts'
import { wrap } from '../output/wrap.ts'
import { unfinishedText } from '../probe/busy-text.ts'
import type { ArmResult } from '../probe/campaign-results.ts'
import { conditions } from './check-conditions.ts'
import type { CheckReport } from './check-report.ts'
import { baselineLabel, labelOf, leftOutSentences, spokenSentence, verdictSentences } from './check-words.ts'

const COLUMNS: readonly Column<ArmResult>[] = [
  { heading: 'protocol', cell: ({ arm }) => labelOf(arm) },
  { heading: 'loads', cell: ({ valid }) => valid, align: 'right' },
  { heading: 'left out', cell: ({ invalid, failed }) => invalid + failed, align: 'right' },
  { heading: 'median ms', cell: ({ pltMs }) => pltMs?.toFixed(0) ?? null, align: 'right' },
  { heading: 'gain', cell: ({ comparison }) => gainText(comparison), align: 'right' },
  {
    heading: '95 % interval',
    cell: ({ comparison }) => limitsText(comparison?.gainInterval),
    align: 'right',
  },
]

export function checkLines(report: CheckReport, width: number | null): string[] {
  const line = (text: string): string[] => wrap(visible(text), lineWidth(width))
  const unfinished = unfinishedText(report.lackingLoads, report.arms)
  return [
    '',
    ...(unfinished === null ? [] : [...line(unfinished), '']),
    ...line(`${report.domain}: ${spokenSentence(report.facts)}`),
    '',
    ...verdictSentences(report).flatMap(line),
    '',
    textTable(report.arms, COLUMNS, width),
    '',
    ...leftOutSentences(report.arms).flatMap(line),
    ...conditions(report).flatMap(([name, value]) => line(`${name}: ${value}`)),
    ...wrap(
      `gain: median page load time of ${baselineLabel(report.arms)} / that of the protocol, above 1 it is faster. It ` +
        'holds for this place, network and time. More --rounds find smaller differences.',
      noteWidth(width),
    ),
  ]
}
