import { z } from 'zod'
import { loadIntervals } from '../../figures/load-intervals.ts'
import { loadSeconds } from '../../figures/load-seconds.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { loadRunDetail, loadRuns } from './load.ts'
import { format, paging, whole } from './requests.ts'

const { figure, json, table } = endpointsOf('load')

export const LOAD_ENDPOINTS = {
  loadRuns: json('/load/runs', 'All load runs', loadRuns),
  loadRun: table(
    '/load/runs/:id',
    'What a load run says of its servers: capacity and cost under each protocol, and each of its loads',
    loadRunDetail,
  ),
  loadIntervals: figure(
    '/load/runs/:id/intervals',
    'Pages, page times and errors over users, an interval of a load a row',
    loadIntervals,
    z.strictObject({
      server: z.string().max(40).optional().meta({ description: 'Only loads of this server' }),
      format,
    }),
  ),
  loadSeconds: figure(
    '/load/runs/:id/seconds',
    'What page users and server did in each second',
    loadSeconds,
    z.strictObject({
      load: whole(0, 2_147_483_647)
        .optional()
        .meta({ description: 'Only this load, by its number within the run' }),
      ...paging,
      format,
    }),
  ),
} as const satisfies Readonly<Record<string, Endpoint>>
