import { z } from 'zod'
import { labCdf } from '../../figures/distributions.ts'
import { efficiency } from '../../figures/efficiency.ts'
import { labInitialWindow as initialWindow } from '../../figures/initial-window.ts'
import { heatmap, labGains, labTree, lines } from '../../figures/lab-gains.ts'
import { labShares } from '../../figures/lab-shares.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { figureAnswer } from './figure-schema.ts'
import { cablelabs, labRunDetail, labRuns } from './lab.ts'
import { labInitialWindow } from './lab-initial-window.ts'
import { labReplay } from './lab-replay.ts'
import { baseline, factorName, fixedFactors, format, idParams, metricQuery, noQuery } from './requests.ts'
import { arm } from './terms.ts'

export const LAB_ENDPOINTS = {
  labRuns: {
    path: '/lab/runs',
    tag: 'lab',
    summary: 'All lab runs',
    params: noParams,
    query: noQuery,
    answer: labRuns,
    csv: false,
  },
  labRun: {
    path: '/lab/runs/:id',
    tag: 'lab',
    summary: 'A lab run with its conditions, as configured and as measured',
    params: idParams,
    query: noQuery,
    answer: labRunDetail,
    csv: false,
  },
  labGains: {
    path: '/lab/runs/:id/gains',
    tag: 'lab',
    summary: 'Every condition by itself: each arm against the baseline',
    params: idParams,
    query: z.strictObject({ metric: metricQuery, baseline, format }),
    answer: figureAnswer(labGains),
    csv: true,
    figure: labGains,
  },
  heatmap: {
    path: '/lab/runs/:id/heatmap',
    tag: 'lab',
    summary: 'Gain of an arm over two factors',
    params: idParams,
    query: z.strictObject({
      x: factorName,
      y: factorName,
      metric: metricQuery,
      arm: arm.default('h2'),
      baseline,
      fixed: fixedFactors,
      format,
    }),
    answer: figureAnswer(heatmap),
    csv: true,
    figure: heatmap,
  },
  lines: {
    path: '/lab/runs/:id/lines',
    tag: 'lab',
    summary: 'Medians and gains over one factor',
    params: idParams,
    query: z.strictObject({ x: factorName, metric: metricQuery, baseline, fixed: fixedFactors, format }),
    answer: figureAnswer(lines),
    csv: true,
    figure: lines,
  },
  labTree: {
    path: '/lab/runs/:id/tree',
    tag: 'lab',
    summary: 'A decision tree: under which conditions an arm is faster or slower',
    params: idParams,
    query: z.strictObject({
      metric: metricQuery,
      arm: arm.default('h2'),
      baseline,
      fixed: fixedFactors,
      format,
    }),
    answer: figureAnswer(labTree),
    csv: true,
    figure: labTree,
  },
  labCdf: {
    path: '/lab/runs/:id/cdf',
    tag: 'lab',
    summary: 'Distribution of a metric over all loads, an arm each',
    params: idParams,
    query: z.strictObject({ metric: metricQuery, fixed: fixedFactors, format }),
    answer: figureAnswer(labCdf),
    csv: true,
    figure: labCdf,
  },
  labShares: {
    path: '/lab/runs/:id/shares',
    tag: 'lab',
    summary: 'Network and computation: shares of the page load time, an arm each',
    params: idParams,
    query: z.strictObject({ fixed: fixedFactors, format }),
    answer: figureAnswer(labShares),
    csv: true,
    figure: labShares,
  },
  cablelabs: {
    path: '/lab/runs/:id/cablelabs',
    tag: 'lab',
    summary: 'Tables 5 to 11 of CableLabs 2012 from the conditions that make them',
    params: idParams,
    query: z.strictObject({ metric: metricQuery, arm: arm.default('h2'), baseline, format }),
    answer: cablelabs,
    csv: true,
  },
  labInitialWindow: {
    path: '/lab/runs/:id/initial-window',
    tag: 'lab',
    summary: 'Gain of a larger initial window over file sizes: expected and measured',
    params: idParams,
    query: z.strictObject({ format }),
    answer: labInitialWindow,
    csv: true,
    figure: initialWindow,
  },
  efficiency: {
    path: '/lab/runs/:id/efficiency',
    tag: 'lab',
    summary: 'The smallest time that the wire allows, against what was measured',
    params: idParams,
    query: z.strictObject({ metric: metricQuery, format }),
    answer: figureAnswer(efficiency),
    csv: true,
    figure: efficiency,
  },
  labReplay: {
    path: '/lab/runs/:id/replay',
    tag: 'lab',
    summary: 'Gain page by page, and how faithful the replay of recorded pages was',
    params: idParams,
    query: z.strictObject({
      baseline: arm.optional().meta({
        description: 'The arm that the others are compared with; default: that of the plan',
      }),
      format,
    }),
    answer: labReplay,
    csv: true,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
