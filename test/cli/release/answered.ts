import { ENDPOINTS, type EndpointName } from '../../../server/contract/contract.ts'
import type { PLAIN_ENDPOINTS } from '../../../server/contract/plain-endpoints.ts'

interface Answered {
  /** Queries whose rows are compared with its answers. */
  readonly queries: readonly string[]
  /** What of its answers no query gives, and why; tables of the data set in backticks. */
  readonly without?: string
}

const rowsOf = (tables: string): Answered => ({ queries: [], without: `no figure: rows of ${tables}` })

const INTERVALS = 'intervals, p-values and verdicts: bootstrapped, or of exact tests, which SQL cannot do'

/** By which queries of a data set each endpoint is answered: a new one wants its query here, or a reason. */
export const ANSWERED: Readonly<Record<Exclude<EndpointName, keyof typeof PLAIN_ENDPOINTS>, Answered>> = {
  meta: { queries: [], without: 'no figure: counts and dates, which the README of the data set has' },
  defaults: { queries: [], without: 'no figure: which runs queries begin with, too' },
  paperStatements: { queries: [], without: 'no rows of the database: shipped with towline' },
  paperPoints: { queries: [], without: 'no rows of the database: shipped with towline' },
  vantages: rowsOf('`vantages` and `vantage_rtts`'),
  surveys: rowsOf('`surveys` and `lists`'),
  survey: rowsOf('`surveys` and `lists`'),
  adoption: { queries: ['adoption', 'failures'] },
  surveySites: rowsOf('`survey_sites`'),
  adoptionTrend: {
    queries: ['adoption-trend', 'adoption-common', 'adoption-changes', 'vantage-adoption'],
    without: 'p-values of the differences: of an exact test',
  },
  changes: { queries: ['site-changes'] },
  sites: rowsOf('`survey_sites` and `campaign_sites`, with what ranking.sql and page-facts.sql give'),
  siteComposition: {
    queries: ['page-facts'],
    without: 'hosts of one load: in its HAR',
  },
  site: rowsOf(
    '`survey_sites`, `campaign_sites` and `vantages`, with what site-changes.sql and page-facts.sql give',
  ),
  siteVantages: { queries: ['vantage-gains'], without: INTERVALS },
  siteHistory: {
    queries: [],
    without:
      'gains of each campaign, which comparisons.sql gives one campaign at a time; what each survey found: columns of `survey_sites`',
  },
  campaigns: rowsOf('`campaigns`'),
  campaign: rowsOf('`campaigns` and `campaign_sites`'),
  composition: { queries: ['page-facts'], without: 'server and CDN of a site: columns of `survey_sites`' },
  compositionCdf: { queries: ['composition'], without: 'its band and every step: quantiles are given' },
  samples: rowsOf('`samples` and `sample_metrics`'),
  sample: rowsOf('`samples` and `sample_metrics`'),
  har: { queries: [], without: 'HARs are not in the data set: they hold whatever pages sent' },
  cdf: { queries: ['distribution'] },
  comparisons: { queries: ['comparisons'], without: INTERVALS },
  phases: { queries: ['phases'] },
  series: { queries: ['series'] },
  protocols: { queries: ['protocols'] },
  waterfalls: { queries: ['median-loads'], without: 'whether a HAR is stored: HARs are not in the data set' },
  waterfall: { queries: ['median-loads'], without: 'the requests: HARs are not in the data set' },
  filmstrips: {
    queries: [],
    without: 'screenshots are not in the data set; median-loads.sql has the loads that they are of',
  },
  filmstrip: { queries: [], without: 'screenshots are not in the data set' },
  ranking: { queries: ['ranking', 'gain-summary'], without: INTERVALS },
  labRuns: rowsOf('`lab_runs`'),
  labRun: rowsOf('`lab_runs`, `lab_cells` and `recordings`'),
  labGains: {
    queries: ['lab-gains'],
    without: `${INTERVALS}; differences of metrics that can be 0, which are shifts by Hodges and Lehmann`,
  },
  heatmap: { queries: ['heat-map'], without: INTERVALS },
  lines: { queries: ['lines'], without: INTERVALS },
  labTree: {
    queries: [],
    without:
      'it is grown from verdicts, which are of bootstrapped intervals, and is cross-validated over parts drawn at random: SQL ' +
      'can do neither; lab-gains.sql has the conditions that it is made of, with their factors, rounds and gains',
  },
  labCdf: { queries: ['lab-distribution'] },
  labShares: { queries: ['path-shares'] },
  cablelabs: { queries: ['cablelabs'], without: 'means over conditions: GROUP BY of its rows' },
  labInitialWindow: {
    queries: ['initial-window'],
    without: `${INTERVALS}; curves of the model (model/single-file.ts), which nobody measured`,
  },
  efficiency: { queries: ['efficiency'] },
  labReplay: {
    queries: ['replay'],
    without: 'gains: lab-gains.sql has them; facts of the recordings: rows of `recordings`',
  },
  loadRuns: rowsOf('`load_runs`'),
  loadRun: {
    queries: ['load-figures'],
    without: 'means over repetitions with Student’s t: of the rows of the query',
  },
  loadIntervals: { queries: ['load-intervals'] },
  loadSeconds: rowsOf('`load_seconds`'),
  field: rowsOf('`field_releases`'),
  fieldStudy: { queries: [], without: 'no figure: the list of sites that volunteers are asked about' },
  fieldReference: {
    queries: [],
    without: 'no figure: few quantiles of `field_cells` and of live loads, for the browser extension',
  },
  fieldSites: rowsOf('`field_cells`'),
  fieldSite: { queries: ['field'], without: 'curves of live and lab loads: of `sample_metrics`' },
}

/** The endpoint that a path below the root of the API leads to; null: none. */
export function endpointOf(path: string): EndpointName | null {
  const asked = path.replace(/\?.*$/, '').split('/')
  const leadsHere = ({ path: pattern }: { readonly path: string }): boolean => {
    const parts = pattern.split('/')
    return (
      parts.length === asked.length &&
      parts.every((part, index) => part.startsWith(':') || part === asked[index])
    )
  }
  const found = Object.entries(ENDPOINTS).find(([, endpoint]) => leadsHere(endpoint))
  return (found?.[0] as EndpointName | undefined) ?? null
}
