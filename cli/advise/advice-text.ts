import type { AdviceDocument, ReplayedArmAdvice } from '../../advise/advice-document.ts'
import { assertionSentence, nothingAdvised } from '../../advise/advice-words.ts'
import { gainText, OUTCOME_WORDS } from '../../advise/gain-words.ts'
import { ARMS } from '../../model/arm.ts'
import { type Column, textTable } from '../output/table.ts'
import { lineWidth, visible, wrap } from '../output/text.ts'

interface Row {
  readonly network: string
  readonly arm: ReplayedArmAdvice
  readonly isBaseline: boolean
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'network', cell: ({ network }) => network },
  { heading: 'protocol', cell: ({ arm }) => ARMS[arm.arm].label },
  { heading: 'loads', cell: ({ arm }) => arm.loads, align: 'right' },
  { heading: 'median ms', cell: ({ arm }) => arm.medianMs?.toFixed(0) ?? null, align: 'right' },
  { heading: 'gain', cell: ({ arm }) => gainText(arm), align: 'right' },
  {
    heading: 'verdict',
    cell: ({ arm, isBaseline }) => (isBaseline ? 'baseline' : OUTCOME_WORDS[arm.outcome]),
  },
]

/** An advice for people: the answer first. */
export function adviceLines(advice: AdviceDocument, width: number | null): string[] {
  const line = (text: string): string[] => wrap(visible(text), lineWidth(width))
  const rows = (advice.replays?.networks ?? []).flatMap(({ network, arms }) =>
    arms.map((arm): Row => ({ network, arm, isBaseline: arm.arm === advice.baseline })),
  )
  return [
    '',
    ...line(advice.answer),
    '',
    ...(advice.advice.length === 0
      ? line(nothingAdvised(advice))
      : advice.advice.flatMap((step, index) => line(`${index + 1}. ${step}`))),
    ...(rows.length === 0
      ? []
      : [
          '',
          ...line('Replays of the page, by one server of ours; HTTP/3 of another may differ:'),
          '',
          textTable(rows, COLUMNS, width),
        ]),
    ...(advice.live === null
      ? []
      : ['', 'Live, by your servers, on this network:', ...advice.live.sentences.flatMap(line)]),
    ...(advice.notShown.length === 0 ? [] : ['', 'Not shown:', ...advice.notShown.flatMap(line)]),
    ...(advice.assertions.length === 0 ? [] : ['']),
    ...advice.assertions.flatMap((each) => line(`assert ${assertionSentence(each)}`)),
  ]
}
