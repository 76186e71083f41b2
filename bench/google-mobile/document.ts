import { MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { besideStudy } from './beside-study.ts'
import { explanation } from './explanation.ts'
import { losingPages } from './losing-pages.ts'
import { method } from './method.ts'
import { pageTable } from './page-table.ts'
import { replayGaps } from './replay-gaps.ts'
import type { Results } from './results.ts'
import { wrapped } from './text.ts'

/** docs/results/google-mobile.md. */
export function resultsDocument(results: Results): string {
  const { arms, pages, run } = results
  return `${[
    '# Results of `google-mobile`',
    '',
    ...introduction(results),
    '',
    '## Beside the study',
    '',
    ...besideStudy(pages, arms, run.seed),
    '',
    ...arms.flatMap((arm) => [...losingPages(pages, arm), '']),
    '## Page by page',
    '',
    '![Reduction of page load times, page by page](google-mobile.svg)',
    '',
    ...wrapped(
      'Bars: by how much the median page load time is shorter than that of HTTP/1.1. Green: faster, red: slower, as the interval ' +
        'shows; grey: not shown. Lines: 95 % intervals.',
    ),
    '',
    '```',
    ...pageTable(pages, arms),
    '```',
    '',
    ...wrapped(
      `ms: median page load time. gain: median of HTTP/1.1 / median of the arm, 95 % interval by bootstrap over rounds. n: rounds ` +
        `that both have; below ${MIN_ROUNDS} there is no verdict.`,
    ),
    '',
    '## What explains the gains',
    '',
    ...explanation(pages, arms),
    '',
    '## Threats to validity: what the study’s replay lacked, and this run',
    '',
    ...replayGaps(),
    '',
    '## How it was measured',
    '',
    ...method(results),
    '',
  ].join('\n')}`
}

function introduction({ run, facts, rows, pages }: Results): string[] {
  const sum = (count: 'valid' | 'leftOut') => rows.reduce((so, row) => so + row[count], 0)
  const rounds =
    facts.rounds === null ? 'unknown rounds' : `${facts.rounds} round${facts.rounds === 1 ? '' : 's'}`
  return [
    ...wrapped(
      'Google’s study of 2012 (M. Welsh, B. Greenstein, M. Piatek, *SPDY Performance on Mobile Networks*) with today’s ' +
        `protocols: ${pages.length} of ${facts.plannedPages} pages in HTTP/1.1, HTTP/2 and HTTP/3 at 2/1 Mbit/s and 150 ms. ` +
        `\`npm run towline -- lab run google-mobile\`, ${run.createdAt.slice(0, 10)}, ${rounds}: ${sum('valid')} valid loads, ` +
        `${sum('leftOut')} left out${run.state === 'finished' ? '' : '; **the run is not finished**'}. Text and picture ` +
        'are written by `scripts/write-google-mobile.ts`.',
    ),
    ...tooFew(pages.flatMap(({ gains }) => [...gains.values()].map(({ n }) => n))),
  ]
}

/** A warning where some comparison has no verdict. */
function tooFew(rounds: readonly number[]): string[] {
  const few = rounds.filter((n) => n < MIN_ROUNDS)
  if (few.length === 0) return []
  const [least, most] = [Math.min(...few), Math.max(...few)]
  const which =
    few.length === rounds.length
      ? 'all comparisons have'
      : `${few.length} of ${rounds.length} comparisons have`
  const had = `${least === most ? least : `${least} to ${most}`} round${most === 1 ? '' : 's'}`
  return [
    '',
    ...wrapped(
      `**Too few rounds**: ${which} ${had}, and a verdict needs ${MIN_ROUNDS}. A gain without an interval is no result; ` +
        'means over pages have an interval of their own.',
    ),
  ]
}
