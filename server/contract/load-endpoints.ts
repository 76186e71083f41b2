import { z } from 'zod'
import { loadIntervals } from '../../figures/load-intervals.ts'
import { loadSeconds } from '../../figures/load-seconds.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { figureAnswer } from './figure-schema.ts'
import { loadRunDetail, loadRuns } from './load.ts'
import { format, formatQuery, idParams, noQuery, paging, whole } from './requests.ts'

export const LOAD_ENDPOINTS = {
  loadRuns: {
    path: '/load/runs',
    tag: 'load',
    summary: 'All load runs',
    params: noParams,
    query: noQuery,
    answer: loadRuns,
    csv: false,
  },
  loadRun: {
    path: '/load/runs/:id',
    tag: 'load',
    summary:
      'What a load run says of its servers: capacity and cost under each protocol, and each of its loads',
    params: idParams,
    query: formatQuery,
    answer: loadRunDetail,
    csv: true,
  },
  loadIntervals: {
    path: '/load/runs/:id/intervals',
    tag: 'load',
    summary: 'Pages, page times and errors over users, an interval of a load a row',
    params: idParams,
    query: z.strictObject({
      server: z.string().max(40).optional().meta({ description: 'Only loads of this server' }),
      format,
    }),
    answer: figureAnswer(loadIntervals),
    csv: true,
    figure: loadIntervals,
  },
  loadSeconds: {
    path: '/load/runs/:id/seconds',
    tag: 'load',
    summary: 'What page users and server did in each second',
    params: idParams,
    query: z.strictObject({
      load: whole(0, 2_147_483_647)
        .optional()
        .meta({ description: 'Only this load, by its number within the run' }),
      ...paging,
      format,
    }),
    answer: figureAnswer(loadSeconds),
    csv: true,
    figure: loadSeconds,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
