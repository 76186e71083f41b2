import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioText } from '../../model/ratio-text.ts'
import type { MeasuredPage } from './measured-page.ts'
import { type Third, TRAITS, type Trait, thirdsByResources, traitCorrelation } from './summary.ts'
import { limitsText, markdownTable, signed, wrapped } from './text.ts'

const TRAIT_NAMES = Object.keys(TRAITS) as Trait[]

/** How gains go together with what pages are like. */
export function explanation(pages: readonly MeasuredPage[], arms: readonly Arm[]): string[] {
  return [
    ...wrapped(
      'Spearman’s rank correlation of gains with what pages are like, with 95 % intervals over the pages. ' +
        `${arms.map((arm) => traitSentence(pages, arm)).join(' ')} Traits go together and their spread was chosen here, so none is ` +
        'a cause by itself. Efficiency: wire limit / median page load time. A time of HTTP/1.1 that is longer by chance raises the ' +
        'gain and lowers its efficiency: part of that correlation is scatter.',
    ),
    '',
    ...markdownTable(
      ['trait', ...arms.map((arm) => ARMS[arm].label)],
      TRAIT_NAMES.map((trait) => [trait, ...arms.map((arm) => correlationText(pages, arm, trait))]),
    ),
    ...thirdsTable(thirdsByResources(pages, arms), arms),
  ]
}

/** The traits whose interval excludes 0, the strongest first. */
function traitSentence(pages: readonly MeasuredPage[], arm: Arm): string {
  const found = TRAIT_NAMES.flatMap((trait) => {
    const { rho = 0, interval = null } = traitCorrelation(pages, arm, trait) ?? {}
    return interval === null || interval[0] * interval[1] <= 0 ? [] : [{ trait, rho }]
  }).toSorted((a, b) => Math.abs(b.rho) - Math.abs(a.rho))
  if (found.length === 0) return `For ${ARMS[arm].label} no trait is shown to matter.`
  const parts = found.map(
    ({ trait, rho }) => `${rho > 0 ? 'more' : 'less'} with more ${trait} (${signed(rho, 2)})`,
  )
  return `${ARMS[arm].label} gains ${parts.join(', ')}.`
}

function correlationText(pages: readonly MeasuredPage[], arm: Arm, trait: Trait): string {
  const found = traitCorrelation(pages, arm, trait)
  return found === undefined ? '–' : `${signed(found.rho, 2)} (${limitsText(found.interval, 2)})`
}

function thirdsTable(thirds: readonly Third[], arms: readonly Arm[]): string[] {
  if (thirds.length === 0) return []
  const all = ['h1', ...arms] as const
  const known = (value: number | undefined, text: (value: number) => string) =>
    value === undefined ? '–' : text(value)
  return [
    '',
    'Thirds of the pages: medians of connections and page load time, geometric means of gains.',
    '',
    ...markdownTable(
      [
        'resources',
        'pages',
        ...all.map((arm) => `connections, ${arm}`),
        'h1 ms',
        ...arms.map((arm) => `gain, ${arm}`),
      ],
      thirds.map(({ fewest, most, pages, baselineMs, connections, gains }) => [
        `${fewest} to ${most}`,
        String(pages),
        ...all.map((arm) => known(connections.get(arm), String)),
        baselineMs.toFixed(0),
        ...arms.map((arm) => known(gains.get(arm), ratioText)),
      ]),
    ),
  ]
}
