import { median } from '../../stats/median.ts'
import type { PageAccuracy } from './accuracy-of-page.ts'
import { hitFraction, isThinkTimeKept, judgeAccuracy, pltDifference } from './accuracy-summary.ts'
import type { PlantedPair } from './planted-pairs.ts'

export interface AccuracyResult {
  readonly startedAt: string
  readonly towline: string
  readonly machine: string
  readonly link: string
  readonly loads: number
  readonly rounds: number
  readonly pages: readonly PageAccuracy[]
  readonly planted: readonly PlantedPair[]
}

const number = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined ? '–' : value.toFixed(digits)
const mark = (holds: boolean | null): string => (holds === null ? '–' : holds ? 'yes' : 'no')

/** Tables in Markdown: the demands, the pages, the planted pairs. */
export function accuracyText(result: AccuracyResult): string {
  const { pages, planted } = result
  const demands = judgeAccuracy(pages, planted)
  return [
    `${result.startedAt.slice(0, 10)}, towline ${result.towline}, ${result.machine}. Link: \`${result.link}\`. ${result.loads} loads recorded of each page; ${result.rounds} rounds of each replay.`,
    '',
    '| demand | found | met |',
    '| --- | --- | --- |',
    ...demands.map(({ demand, found, holds }) => `| ${demand} | ${found} | ${mark(holds)} |`),
    '',
    '| page | hits | misses | hit share | bodies equal | think time, ms | its error by the server, ms | within the limit | from declared, ms | whole wait from declared, ms | whole waits, replayed from live, ms | live from live, ms | live, ms (n) | replayed, ms (n) | difference | invalid loads |',
    '| --- | --: | --: | --: | --: | --: | --: | --- | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...pages.map(pageRow),
    '',
    ...(planted.length === 0
      ? []
      : [
          '| page | link | HTTP/3 live | replayed |',
          '| --- | --- | --- | --- |',
          ...planted.map(({ page, link, live, replayed }) => `| ${page} | ${link} | ${live} | ${replayed} |`),
        ]),
  ].join('\n')
}

function pageRow(page: PageAccuracy): string {
  const { hits, misses, bodies, thinkMs, thinkErrorMs, livePltMs, replayPltMs, invalidLoads } = page
  const [share, difference] = [hitFraction(page), pltDifference(page)]
  const cells = [
    page.page,
    number(hits),
    number(misses),
    share === null ? '–' : `${(100 * share).toFixed(2)} %`,
    bodies === null ? '–' : `${bodies.equal} of ${bodies.compared}`,
    number(thinkMs, 1),
    number(thinkErrorMs, 1),
    mark(isThinkTimeKept(page)),
    number(page.declared?.errorMs, 1),
    number(page.declared?.waitErrorMs, 1),
    number(page.waits?.differenceMs, 1),
    number(page.waits?.liveDifferenceMs, 1),
    `${number(median(livePltMs))} (${livePltMs.length})`,
    `${number(median(replayPltMs))} (${replayPltMs.length})`,
    difference === null ? '–' : `${difference < 0 ? '−' : '+'}${(100 * Math.abs(difference)).toFixed(1)} %`,
    String(invalidLoads),
  ]
  return `| ${cells.join(' | ')} |`
}
