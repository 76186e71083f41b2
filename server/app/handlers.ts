import type { EndpointName } from '../contract/contract.ts'
import type { Handlers, ReadPages, ToCsv } from '../request/handler.ts'
import { adoption, adoptionCsv } from '../routes/adoption.ts'
import { adoptionTrend, adoptionTrendCsv } from '../routes/adoption-trend.ts'
import { cablelabs, cablelabsCsv } from '../routes/cablelabs.ts'
import { campaign, campaigns } from '../routes/campaigns.ts'
import { changes, changesCsv } from '../routes/changes.ts'
import { comparisons, comparisonsCsv } from '../routes/comparisons.ts'
import { composition, compositionCsv } from '../routes/composition.ts'
import { compositionCdf, compositionCdfCsv } from '../routes/composition-cdf.ts'
import { defaults } from '../routes/defaults.ts'
import {
  cdf,
  cdfCsv,
  phases,
  phasesCsv,
  protocols,
  protocolsCsv,
  series,
  seriesCsv,
} from '../routes/distributions.ts'
import { field, fieldReference, fieldStudy } from '../routes/field.ts'
import { fieldSite, fieldSiteCsv } from '../routes/field-site.ts'
import { fieldSites, fieldSitesCsv } from '../routes/field-sites.ts'
import { filmstrip, filmstrips } from '../routes/filmstrip.ts'
import { labInitialWindow, labInitialWindowCsv } from '../routes/initial-window.ts'
import { efficiency, efficiencyCsv, labRun, labRuns } from '../routes/lab.ts'
import { labCdf, labCdfCsv } from '../routes/lab-cdf.ts'
import { heatmap, heatmapCsv, lines, linesCsv } from '../routes/lab-charts.ts'
import { labGains, labGainsCsv } from '../routes/lab-gains.ts'
import { labReplay, labReplayCsv } from '../routes/lab-replay.ts'
import { labShares, labSharesCsv } from '../routes/lab-shares.ts'
import { labTree, labTreeCsv } from '../routes/lab-tree.ts'
import { loadIntervals, loadIntervalsCsv } from '../routes/load-intervals.ts'
import { loadRun, loadRunCsv, loadRuns } from '../routes/load-runs.ts'
import { loadSeconds, loadSecondsCsv } from '../routes/load-seconds.ts'
import { meta } from '../routes/meta.ts'
import { ranking, rankingCsv } from '../routes/ranking.ts'
import { har, sample, samplePages, samples, samplesCsv } from '../routes/samples.ts'
import { site } from '../routes/site.ts'
import { siteComposition } from '../routes/site-composition.ts'
import { siteHistory, siteHistoryCsv } from '../routes/site-history.ts'
import { siteVantages, siteVantagesCsv } from '../routes/site-vantages.ts'
import { sites, sitesCsv } from '../routes/sites.ts'
import { survey, surveySites, surveySitesCsv, surveys } from '../routes/surveys.ts'
import { vantages, vantagesCsv } from '../routes/vantages.ts'
import { waterfall, waterfalls } from '../routes/waterfall.ts'

/** Who answers each endpoint of the contract. */
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
}

/** The tables of the endpoints that have `?format=csv`. */
export const CSV: { readonly [Name in EndpointName]?: ToCsv<Name> } = {
  vantages: vantagesCsv,
  adoption: adoptionCsv,
  surveySites: surveySitesCsv,
  adoptionTrend: adoptionTrendCsv,
  changes: changesCsv,
  sites: sitesCsv,
  siteVantages: siteVantagesCsv,
  siteHistory: siteHistoryCsv,
  composition: compositionCsv,
  compositionCdf: compositionCdfCsv,
  samples: samplesCsv,
  cdf: cdfCsv,
  comparisons: comparisonsCsv,
  phases: phasesCsv,
  series: seriesCsv,
  protocols: protocolsCsv,
  ranking: rankingCsv,
  labGains: labGainsCsv,
  labTree: labTreeCsv,
  labCdf: labCdfCsv,
  labShares: labSharesCsv,
  heatmap: heatmapCsv,
  lines: linesCsv,
  cablelabs: cablelabsCsv,
  labInitialWindow: labInitialWindowCsv,
  efficiency: efficiencyCsv,
  labReplay: labReplayCsv,
  loadRun: loadRunCsv,
  loadIntervals: loadIntervalsCsv,
  loadSeconds: loadSecondsCsv,
  fieldSites: fieldSitesCsv,
  fieldSite: fieldSiteCsv,
}

/** Those of them with more rows than can be asked for page by page. */
export const CSV_PAGES: { readonly [Name in EndpointName]?: ReadPages<Name> } = { samples: samplePages }
