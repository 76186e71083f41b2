import { z } from 'zod'
import { factor } from './lab.ts'
import { arm, count, interval } from './terms.ts'

const pathShare = z
  .strictObject({
    median: z.number().min(0).max(1),
    interval: interval
      .nullable()
      .meta({ description: 'Of the median (sign test); null: fewer than 6 loads' }),
  })
  .meta({ id: 'PathShare', description: 'Share of the page load time, from 0 to 1: median over loads' })

export const labShares = z
  .strictObject({
    labRunId: count,
    fixed: z.record(z.string(), factor),
    conditions: count,
    rows: z
      .array(
        z.strictObject({
          arm,
          withoutDependencies: z.boolean().meta({
            description:
              'Pages whose dependencies were cut (`flat-…`), which are never pooled with the others',
          }),
          conditions: count.meta({ description: 'With a value of this arm' }),
          n: count.meta({ description: 'Valid loads whose critical path is known' }),
          leftOut: count.meta({
            description: 'Failed and invalid loads, and valid ones whose critical path is not known',
          }),
          network: pathShare.nullable().meta({
            description: 'In which the critical path was fetching, servers’ think times included',
          }),
          compute: pathShare.nullable().meta({ description: 'In which it was computing; the rest is waits' }),
        }),
      )
      .meta({ description: 'Pages with their dependencies first, then by arm' }),
  })
  .meta({
    id: 'LabShares',
    description:
      'What the critical path of the loads of a lab run was, network or computation; only loads of graphs have one',
  })

export type LabShares = z.output<typeof labShares>
export type PathShare = z.output<typeof pathShare>
