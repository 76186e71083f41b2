import { z } from 'zod'

import { arm, count, factor, interval, verdict } from './terms.ts'

const factors = z
  .record(z.string(), factor)
  .meta({ description: 'What both conditions have in common: all factors but the initial window' })

const readBack = z
  .array(z.number())
  .nullable()
  .meta({
    description:
      'Windows that connections began with, in packets, each once: of TCP as the kernel says, of QUIC as the server’s ' +
      'congestion control does. Null: not known',
  })

const row = z.strictObject({
  smallCell: count,
  largeCell: count,
  factors,
  arm,
  fileBytes: count.nullable().meta({ description: 'Where the page is one file: its size' }),
  smallWindow: count.meta({ description: 'As asked for, in packets: the smallest that there is' }),
  largeWindow: count,
  smallReadBack: readBack,
  largeReadBack: readBack,
  isReadBack: z.boolean().meta({
    description: 'Both windows were read back as they were asked for; else there is no gain',
  }),
  n: count.meta({ description: 'Rounds that both conditions have' }),
  smallMedianMs: z.number().nullable().meta({ description: 'Page load time with the small window' }),
  largeMedianMs: z.number().nullable(),
  gain: z.number().nullable().meta({ description: 'smallMedianMs / largeMedianMs' }),
  gainInterval: interval.nullable(),
  verdict: verdict.nullable().meta({ description: 'Of the large window' }),
  expectedGain: z.number().nullable().meta({
    description:
      'Wire limit with the small window / wire limit with the large one. Null: a page without a limit',
  }),
})

const curve = z.strictObject({
  factors: factors.meta({ description: 'The same, without the page' }),
  arm,
  smallWindow: count,
  largeWindow: count,
  gains: z.array(z.number()).meta({ description: 'At `curveBytes`' }),
})

export const labInitialWindow = z
  .strictObject({
    labRunId: count,
    needed: count.meta({ description: 'Rounds that an interval needs' }),
    leftOut: count.meta({
      description:
        'Conditions that were not measured, whose window is the machine’s, or that have no other window',
    }),
    rows: z.array(row).meta({ description: 'By condition, then by arm' }),
    curveBytes: z
      .array(z.number())
      .meta({ description: 'Sizes of a file, ascending; empty where no page is one file' }),
    curves: z.array(curve),
  })
  .meta({
    id: 'LabInitialWindow',
    description:
      'Gain of a larger initial window, measured and expected: conditions that differ in nothing else, each against the smallest window',
  })

export type LabInitialWindow = z.output<typeof labInitialWindow>
