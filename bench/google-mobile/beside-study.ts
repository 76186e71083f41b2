import { ARMS, type Arm } from '../../model/arm.ts'
import { type GainRow, type MeasuredPage, reductionPercent } from './measured-page.ts'
import { STUDY } from './study.ts'
import { meanReduction, pagesWithGain } from './summary.ts'
import { gainText, limitsText, markdownTable, percentText, signed, wrapped } from './text.ts'

/** The study's figures and those of each arm, side by side. */
export function besideStudy(pages: readonly MeasuredPage[], arms: readonly Arm[], seed: number): string[] {
  const columns = arms.map((arm) => columnOf(pagesWithGain(pages, arm), meanReduction(pages, arm, seed)))
  const study = [
    'HTTP in clear text',
    `${STUDY.pages} of ${STUDY.sites} sites`,
    `${STUDY.meanReductionPercent} %`,
    (100 / (100 - STUDY.meanReductionPercent)).toFixed(1),
    'not printed',
    `${signed(STUDY.worstReductionPercent, 0)} %`,
    String(STUDY.slowerPages),
  ]
  return [
    ...markdownTable(
      ['', 'study, SPDY', ...arms.map((arm) => ARMS[arm].label)],
      FIGURES.map((name, index) => [
        name,
        study[index] ?? '',
        ...columns.map((column) => column[index] ?? '–'),
      ]),
    ),
    '',
    ...wrapped(
      'Interval of the mean reduction: bootstrap over sites, whose pages resemble each other. The study prints no interval and no ' +
        'number of loads.',
    ),
  ]
}

const FIGURES = [
  'compared with',
  'pages',
  'mean reduction of page load time',
  'the same as a speed-up',
  'best page',
  'worst page',
  'pages with a longer time',
  'faster, as the interval shows',
  'slower, as the interval shows',
  'no difference shown',
  'too few rounds',
] as const

function columnOf(pages: ReturnType<typeof pagesWithGain>, mean: ReturnType<typeof meanReduction>): string[] {
  const byGain = pages.toSorted((a, b) => b.row.gain - a.row.gain)
  const [best, worst] = [byGain[0], byGain.at(-1)]
  if (mean === undefined || best === undefined || worst === undefined) return []
  const end = ({ name, row }: typeof best): string =>
    `${percentText(reductionPercent(row.gain))} (page ${name}: ${gainText(row)})`
  const verdicts = (wanted: GainRow['verdict']): string =>
    String(pages.filter(({ row: { verdict } }) => verdict === wanted).length)
  return [
    'HTTP/1.1 over TLS',
    `${pages.length} of ${new Set(pages.map(({ site }) => site)).size} sites`,
    `${percentText(mean.percent)} (${limitsText(mean.interval, 1)})`,
    (100 / (100 - mean.percent)).toFixed(2),
    end(best),
    end(worst),
    String(pages.filter(({ row: { gain } }) => gain < 1).length),
    verdicts('faster'),
    verdicts('slower'),
    verdicts('no difference shown'),
    verdicts('too few rounds'),
  ]
}
