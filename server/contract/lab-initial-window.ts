import { z } from 'zod'
import { labInitialWindow as figure } from '../../figures/initial-window.ts'
import { figureAnswerWith } from './figure-schema.ts'
import { arm, count, factor } from './terms.ts'

const curve = z.strictObject({
  factors: z
    .record(z.string(), factor)
    .meta({ description: 'What its conditions have in common, without the page' }),
  arm,
  smallWindow: count,
  largeWindow: count,
  gains: z.array(z.number()).meta({ description: 'At `curveBytes`' }),
})

/** Measured gains, and beside them what the model expects of files of any size. */
export const labInitialWindow = figureAnswerWith(figure, {
  curveBytes: z
    .array(z.number())
    .meta({ description: 'Sizes of a file, ascending; empty where no page is one file' }),
  curves: z.array(curve),
})

export type LabInitialWindow = z.output<typeof labInitialWindow>
