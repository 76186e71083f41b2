import { count, gain, integer, range } from '../../../figures/quantity.ts'
import { LOAD_FAILURES } from '../../../model/load-failures.ts'
import { LOAD_BOUNDS } from '../../../model/load-figure-terms.ts'
import { wordsList } from '../../../model/words-list.ts'
import type { LoadArm, LoadRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { figureText } from './figure-text.ts'
import { armsOf } from './load-choices.ts'

const WORDS: Readonly<Record<string, string | undefined>> = LOAD_FAILURES

/** A kind of error and what it means. */
function explainedKind(kind: string): VNode {
  const words = Object.hasOwn(WORDS, kind) ? WORDS[kind] : undefined
  return h('span', h('code', kind), words === undefined ? null : h('span.quiet', ` ${words}`))
}

/** Page loads have the same: fewer repetitions give no verdict. */
const LEAST_FOR_VERDICT = 6

/** Words what came out for a server. */
export function findingSection(run: LoadRunDetail, server: string): Child {
  const arms = armsOf(run, server)
  if (arms.length === 0) return h('p.nothing', `No load of ${server} has come to its end in this run yet.`)
  const errors = arms.filter(({ errors: kinds }) => Object.keys(kinds).length > 0)
  return [
    h('p.lede.finding', h('strong', usersSentence(run, server, arms))),
    verdictSentences(run, arms).map((sentence) => h('p.note', sentence)),
    boundSentences(arms).map((sentence) => h('p.note', sentence)),
    errors.length === 0
      ? null
      : h(
          'ul.note',
          errors.map(({ arm, errors: kinds }) =>
            h(
              'li',
              `Errors of ${armLabel(arm)}: `,
              Object.entries(kinds).map(([kind, n], i) => [
                i === 0 ? '' : '; ',
                `${integer(n)} `,
                explainedKind(kind),
              ]),
            ),
          ),
        ),
  ]
}

function usersSentence({ plan }: LoadRunDetail, server: string, arms: readonly LoadArm[]): string {
  const words = arms.map(({ arm, figures: { slaUsers } }) => {
    const text = figureText(slaUsers)
    return `${text === null ? 'unknown' : `${text} users`} under ${armLabel(arm)}`
  })
  return `p95 of page times of ${server} stayed below ${plan.slaMs / 1_000} s up to ${wordsList(words)}.`
}

/** Says why what is said of users is a lower bound. */
function boundSentences(arms: readonly LoadArm[]): readonly string[] {
  const byBound = Map.groupBy(arms, ({ figures }) => figures.slaUsers?.bound ?? null)
  return [...byBound].flatMap(([bound, bounded]) =>
    bound === null
      ? []
      : [
          `≥ under ${wordsList(bounded.map(({ arm }) => armLabel(arm)))} is a lower bound, and no verdict is given: ${LOAD_BOUNDS[bound].words}.`,
        ],
  )
}

/** Says what differs from the baseline, where that can be said. */
function verdictSentences({ plan, baseline }: LoadRunDetail, arms: readonly LoadArm[]): readonly string[] {
  const least = Math.min(...arms.map(({ repetitions }) => repetitions))
  if (least < LEAST_FOR_VERDICT)
    return [
      `${count(least, 'repetition')} of ${integer(plan.repetitions)}: no verdict is given on fewer than ${LEAST_FOR_VERDICT}.`,
    ]
  return arms.flatMap(({ arm, verdicts, ratios }) => {
    const { cpuMsPerPage: verdict } = verdicts
    const { cpuMsPerPage: ratio } = ratios
    if (verdict === 'no headroom')
      return [
        `CPU time for a page: no verdict on ${armLabel(arm)} against ${armLabel(baseline)}, as the client had no headroom.`,
      ]
    if (verdict === null || ratio === null || ratio.interval === null) return []
    const words = `${gain(ratio.value)}, 95 % interval ${range([ratio.interval.low, ratio.interval.high])}`
    if (verdict === 'no difference shown')
      return [
        `CPU time for a page: no difference shown between ${armLabel(arm)} and ${armLabel(baseline)} (${words}).`,
      ]
    if (verdict !== 'more' && verdict !== 'less') return []
    return [
      `A page takes ${verdict} CPU time of the server under ${armLabel(arm)} than under ${armLabel(baseline)} (${words}).`,
    ]
  })
}
