import { countText } from '../output/text.ts'
import type { ReleaseFacts, Runs } from './release-facts.ts'
import type { SmallRow } from './small-tables.ts'

/** States what is asked (in our words) and what this data set answers. */
type Criterion = readonly [asked: string, answer: string]

/**
 * The criteria for reproducible web measurement studies of N. Demir, M. Große-Kampmann, T. Urban, C. Wressnegger, T. Holz
 * and N. Pohlmann, "Reproducibility and Replicability of Web Measurement Studies" (WWW 2022), filled in.
 */
export function criteriaPage({ provenance, tables, license }: ReleaseFacts, runs: Runs): string {
  const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows.toLocaleString('en')]))
  const { surveys, campaigns, lab_runs, load_runs } = runs
  const live = campaigns.filter(({ labRunId }) => labRunId === null)
  const groups: readonly (readonly [string, readonly Criterion[]])[] = [
    [
      'Data set',
      [
        [
          'Analysed sites are stated',
          `\`survey_sites\` (${rows.survey_sites}) and \`campaign_sites\` (${rows.campaign_sites}) name every one, with its rank where a list gives it one`,
        ],
        [
          'Analysed pages are stated',
          '`campaign_sites.url`; a survey asks for the root page of each site, and robots.txt',
        ],
        [
          'The selection of sites and pages is stated',
          '`lists` has source, date, Tranco id and SHA-256; `surveys.options` and `campaigns.survey_id` say what was taken of it',
        ],
        [
          'Measurements are repeated',
          `${countText(live.length, 'live campaign')} of ${range(live, 'rounds')} rounds; ${rows.samples} loads in all`,
        ],
      ],
    ],
    [
      'Experiment',
      [
        [
          'The crawling technology is named',
          `towline ${values([...surveys, ...campaigns, ...lab_runs, ...load_runs], 'toolVersion')}; browsers: ${values(campaigns, 'browserVersion')}`,
        ],
        ['Changes to it are stated', 'none beside what `options` of surveys and campaigns hold'],
        ['Extensions of it are described', 'the documents of towline: architecture, probing, lab'],
        [
          'How bots are detected, and whether that is evaded',
          `not evaded: User-Agent ${values([...surveys, ...campaigns], 'userAgent')}`,
        ],
        ['The crawler is publicly available', 'towline is free software (MIT)'],
        ['User interaction is mimicked', 'no: a page is loaded and left alone'],
        [
          'The crawling strategy is described',
          'sites in random order (`seed`); every arm once in each round, in turn (`round`, `position`); limits in `options`',
        ],
        [
          'The location of the crawl is documented',
          `vantage points: ${provenance.vantages.join('; ') || 'not stated'}; \`campaigns.vantage_facts\``,
        ],
        [
          'Settings of the browser are stated',
          '`campaigns.browser_switches`, `user_agent`, `device`, `browser_kind`',
        ],
        [
          'The processing of the data is described',
          '`metrics` defines each metric; `queries/` computes each figure from the tables',
        ],
      ],
    ],
    [
      'Evaluation',
      [
        ['Results are openly available', `this data set, under ${license}`],
        [
          'The success of the crawl is reported',
          '`survey_sites.failure`, `samples.state` and `samples.reason`: failures are rows as well',
        ],
        ['Limits are discussed', 'the document “method” of towline says when a number is to be trusted'],
        [
          'Ethics are discussed',
          'the document “safety” of towline: rates, opt-out, robots.txt, what is never stored; of volunteers only curves above a threshold are published',
        ],
      ],
    ],
  ]
  const number = counter()
  return [
    '# Criteria for reproducible web measurement',
    '',
    'After Demir et al., “Reproducibility and Replicability of Web Measurement Studies” (WWW 2022), in our words.',
    '',
    ...groups.flatMap(([title, criteria]) => [
      `## ${title}`,
      '',
      '| | criterion | here |',
      '| --- | --- | --- |',
      ...criteria.map(([asked, answer]) => `| ${number()} | ${asked} | ${answer.replaceAll('|', '\\|')} |`),
      '',
    ]),
    `Lab runs: ${lab_runs.length}; each has its plan, seed, and its links as configured and as measured.`,
    '',
  ].join('\n')
}

function counter(): () => number {
  let last = 0
  return () => ++last
}

/** Distinct texts of a column. */
function values(rows: readonly SmallRow[], name: string): string {
  const found = new Set(rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : [])))
  return found.size === 0 ? 'none' : [...found].sort().join('; ')
}

function range(rows: readonly SmallRow[], name: string): string {
  const numbers = rows.map((row) => Number(row[name]))
  if (numbers.length === 0) return '0'
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  return low === high ? `${low}` : `${low} to ${high}`
}
