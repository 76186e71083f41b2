import { z } from 'zod'
import { labCdf } from '../../figures/distributions.ts'
import { efficiency } from '../../figures/efficiency.ts'
import { labInitialWindow as initialWindow } from '../../figures/initial-window.ts'
import { heatmap, labGains, labTree, lines } from '../../figures/lab-gains.ts'
import { labShares } from '../../figures/lab-shares.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { cablelabs, labRunDetail, labRuns } from './lab.ts'
import { labInitialWindow } from './lab-initial-window.ts'
import { labReplay } from './lab-replay.ts'
import { baseline, factorName, fixedFactors, format, metricQuery } from './requests.ts'
import { arm } from './terms.ts'

const { figure, json, table } = endpointsOf('lab')

export const LAB_ENDPOINTS = {
  labRuns: json('/lab/runs', 'All lab runs', labRuns),
  labRun: json('/lab/runs/:id', 'A lab run with its conditions, as configured and as measured', labRunDetail),
  labGains: figure(
    '/lab/runs/:id/gains',
    'Every condition by itself: each arm against the baseline',
    labGains,
    z.strictObject({ metric: metricQuery, baseline, format }),
  ),
  heatmap: figure(
    '/lab/runs/:id/heatmap',
    'Gain of an arm over two factors',
    heatmap,
    z.strictObject({
      x: factorName,
      y: factorName,
      metric: metricQuery,
      arm: arm.default('h2'),
      baseline,
      fixed: fixedFactors,
      format,
    }),
  ),
  lines: figure(
    '/lab/runs/:id/lines',
    'Medians and gains over one factor',
    lines,
    z.strictObject({ x: factorName, metric: metricQuery, baseline, fixed: fixedFactors, format }),
  ),
  labTree: figure(
    '/lab/runs/:id/tree',
    'A decision tree: under which conditions an arm is faster or slower',
    labTree,
    z.strictObject({
      metric: metricQuery,
      arm: arm.default('h2'),
      baseline,
      fixed: fixedFactors,
      format,
    }),
  ),
  labCdf: figure(
    '/lab/runs/:id/cdf',
    'Distribution of a metric over all loads, an arm each',
    labCdf,
    z.strictObject({ metric: metricQuery, fixed: fixedFactors, format }),
  ),
  labShares: figure(
    '/lab/runs/:id/shares',
    'Network and computation: shares of the page load time, an arm each',
    labShares,
    z.strictObject({ fixed: fixedFactors, format }),
  ),
  cablelabs: table(
    '/lab/runs/:id/cablelabs',
    'Tables 5 to 11 of CableLabs 2012 from the conditions that make them',
    cablelabs,
    z.strictObject({ metric: metricQuery, arm: arm.default('h2'), baseline, format }),
  ),
  labInitialWindow: {
    ...figure(
      '/lab/runs/:id/initial-window',
      'Gain of a larger initial window over file sizes: expected and measured',
      initialWindow,
    ),
    answer: labInitialWindow,
  },
  efficiency: figure(
    '/lab/runs/:id/efficiency',
    'The smallest time that the wire allows, against what was measured',
    efficiency,
    z.strictObject({ metric: metricQuery, format }),
  ),
  labReplay: table(
    '/lab/runs/:id/replay',
    'Gain page by page, and how faithful the replay of recorded pages was',
    labReplay,
    z.strictObject({
      baseline: arm.optional().meta({
        description: 'The arm that the others are compared with; default: that of the plan',
      }),
      format,
    }),
  ),
} as const satisfies Readonly<Record<string, Endpoint>>
