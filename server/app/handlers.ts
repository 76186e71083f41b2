import { ENDPOINTS, type Endpoint, type EndpointName } from '../contract/contract.ts'
import { figureCsv } from '../http/figure-csv.ts'
import type { Handlers, ReadPages, ToCsv } from '../request/handler.ts'
import { adoption, adoptionCsv } from '../routes/adoption.ts'
import { adoptionTrend, adoptionTrendCsv } from '../routes/adoption-trend.ts'
import { cablelabs, cablelabsCsv } from '../routes/cablelabs.ts'
import { campaign, campaigns } from '../routes/campaigns.ts'
import { changes } from '../routes/changes.ts'
import { comparisons } from '../routes/comparisons.ts'
import { composition, siteComposition } from '../routes/composition.ts'
import { compositionCdf, compositionCdfCsv } from '../routes/composition-cdf.ts'
import { defaults } from '../routes/defaults.ts'
import { cdf, phases, protocols, series } from '../routes/distributions.ts'
import { field, fieldReference, fieldStudy } from '../routes/field.ts'
import { fieldSite, fieldSiteCsv } from '../routes/field-site.ts'
import { fieldSites } from '../routes/field-sites.ts'
import { filmstrip, filmstrips } from '../routes/filmstrip.ts'
import { efficiency, labCdf, labInitialWindow, labRun, labRuns, labShares } from '../routes/lab.ts'
import { heatmap, lines } from '../routes/lab-charts.ts'
import { labGains } from '../routes/lab-gains.ts'
import { labReplay, labReplayCsv } from '../routes/lab-replay.ts'
import { labTree } from '../routes/lab-tree.ts'
import { loadIntervals, loadRun, loadRunCsv, loadRuns } from '../routes/load-runs.ts'
import { loadSeconds } from '../routes/load-seconds.ts'
import { meta } from '../routes/meta.ts'
import { paperPoints, paperStatements } from '../routes/papers.ts'
import { PLAIN_HANDLERS } from '../routes/plain-figure.ts'
import { ranking } from '../routes/ranking.ts'
import { har, sample, samplePages, samples } from '../routes/samples.ts'
import { site } from '../routes/site.ts'
import { siteHistory } from '../routes/site-history.ts'
import { siteVantages } from '../routes/site-vantages.ts'
import { sites } from '../routes/sites.ts'
import { survey, surveySites, surveys } from '../routes/surveys.ts'
import { vantages, vantagesCsv } from '../routes/vantages.ts'
import { waterfall, waterfalls } from '../routes/waterfall.ts'

export const HANDLERS: Handlers = {
  meta,
  defaults,
  vantages,
  surveys,
  survey,
  adoption,
  surveySites,
  adoptionTrend,
  changes,
  sites,
  site,
  siteVantages,
  siteHistory,
  campaigns,
  campaign,
  composition,
  compositionCdf,
  samples,
  sample,
  har,
  cdf,
  comparisons,
  phases,
  series,
  siteComposition,
  protocols,
  waterfalls,
  waterfall,
  filmstrips,
  filmstrip,
  ranking,
  labRuns,
  labRun,
  labGains,
  labTree,
  labCdf,
  labShares,
  heatmap,
  lines,
  cablelabs,
  labInitialWindow,
  efficiency,
  labReplay,
  loadRuns,
  loadRun,
  loadIntervals,
  loadSeconds,
  field,
  fieldStudy,
  fieldReference,
  fieldSites,
  fieldSite,
  paperStatements,
  paperPoints,
  ...PLAIN_HANDLERS,
}

const TABLES: { readonly [Name in EndpointName]?: ToCsv<Name> } = {
  vantages: vantagesCsv,
  adoption: adoptionCsv,
  adoptionTrend: adoptionTrendCsv,
  compositionCdf: compositionCdfCsv,
  cablelabs: cablelabsCsv,
  labReplay: labReplayCsv,
  loadRun: loadRunCsv,
  fieldSite: fieldSiteCsv,
}

/** Returns how an answer becomes CSV; undefined where the endpoint has none. */
export function csvOf<Name extends EndpointName>(name: Name): ToCsv<Name> | undefined {
  const { figure }: Endpoint = ENDPOINTS[name]
  if (figure === undefined) return TABLES[name]
  return (answer) => figureCsv(figure, answer as Parameters<typeof figureCsv>[1])
}

/** Readers for endpoints with more rows than can be asked for page by page. */
export const CSV_PAGES: { readonly [Name in EndpointName]?: ReadPages<Name> } = { samples: samplePages }
