import { type Column, textTable } from '../../cli/output/table.ts'
import type { Limits } from '../../stats/limits.ts'
import { type Machine, machineLine } from '../harness/machine.ts'
import { linkText } from './link-text.ts'
import type { SeriesCampaign } from './series-campaign.ts'
import type { StudyLink } from './study.ts'
import { gainAgreement, type KindPair, type StudyVerdict } from './study-verdict.ts'

const COLUMNS: readonly Column<SeriesCampaign>[] = [
  { heading: 'seed', cell: ({ seed }) => seed, align: 'right' },
  { heading: 'rounds', cell: ({ pairs, rounds }) => `${pairs.length}/${rounds}`, align: 'right' },
  {
    heading: 'baseline ms',
    cell: ({ comparison }) => comparison.baselineMedian?.toFixed(1) ?? null,
    align: 'right',
  },
  {
    heading: 'other ms',
    cell: ({ comparison }) => comparison.armMedian?.toFixed(1) ?? null,
    align: 'right',
  },
  { heading: 'gain', cell: ({ comparison }) => comparison.gain?.toFixed(3) ?? null, align: 'right' },
  { heading: '95 % interval', cell: ({ comparison }) => limitsText(comparison.gainInterval), align: 'right' },
  {
    heading: 'smallest detectable',
    cell: ({ comparison }) => {
      const percent = comparison.couldHaveShownPercent
      return percent === null ? null : `${percent.toFixed(1)} %`
    },
    align: 'right',
  },
  { heading: 'verdict', cell: ({ comparison }) => comparison.verdict },
]

export function campaignTable(campaigns: readonly SeriesCampaign[]): string {
  return textTable(campaigns, COLUMNS)
}

/** A row for each pair of campaigns with warm and with cold browsers. */
export function kindTable(pairs: readonly KindPair[]): string {
  const gain = ({ comparison }: SeriesCampaign): string =>
    `${comparison.gain?.toFixed(3) ?? '–'} (${limitsText(comparison.gainInterval) ?? '–'})`
  const medians = ({ comparison }: SeriesCampaign): string =>
    `${comparison.baselineMedian?.toFixed(0) ?? '–'}, ${comparison.armMedian?.toFixed(0) ?? '–'}`
  return textTable(pairs, [
    { heading: 'rounds', cell: ({ warm, cold }) => `${warm.pairs.length}, ${cold.pairs.length}` },
    { heading: 'warm h1, h2 ms', cell: ({ warm }) => medians(warm), align: 'right' },
    { heading: 'cold h1, h2 ms', cell: ({ cold }) => medians(cold), align: 'right' },
    { heading: 'warm gain', cell: ({ warm }) => gain(warm) },
    { heading: 'cold gain', cell: ({ cold }) => gain(cold) },
    { heading: 'warm/cold', cell: (pair) => gainAgreement(pair)?.ratio.toFixed(3) ?? null, align: 'right' },
    { heading: '95 % interval', cell: (pair) => limitsText(gainAgreement(pair)?.interval ?? null) },
    { heading: 'agree', cell: (pair) => gainAgreement(pair)?.agree ?? null },
  ])
}

/** The last lines: what was counted, against what it had to be, and under which conditions. */
export function studyLines(
  outcome: string,
  verdict: StudyVerdict,
  atMost: boolean,
  links: readonly StudyLink[],
  measuredOn: Machine,
): string {
  const { campaigns, counted, limit, unusable, met } = verdict
  const judged =
    met === null
      ? `not judged: ${unusable} without enough rounds that count`
      : `target: ${atMost ? 'at most' : 'at least'} ${limit}: ${met ? 'met' : 'MISSED'}`
  return [
    `${counted} of ${campaigns} ${outcome} (${judged})`,
    'PLT, medians; gain: baseline / other; interval by bootstrap over rounds.',
    ...links.map(linkLine),
    machineLine(measuredOn, 'browsers'),
  ].join('\n')
}

export function linkLine({ link, measured }: StudyLink): string {
  const { minMs, medianMs, maxMs, samples } = measured.rtt
  const [low, middle, high] = [minMs, medianMs, maxMs].map((ms) => ms?.toFixed(2) ?? '–')
  return `link ${linkText(link)}: measured RTT ${middle} ms (${low}–${high}, ${samples} echoes)`
}

function limitsText(limits: Limits | null): string | null {
  return limits === null ? null : `${limits[0].toFixed(3)}–${limits[1].toFixed(3)}`
}
