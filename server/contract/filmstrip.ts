import { z } from 'zod'
import { id } from './requests.ts'
import { arm, count, pageSubject } from './terms.ts'

const markMs = z
  .number()
  .nullable()
  .meta({ description: 'Since the start of the first navigation, milliseconds' })

export const filmstrips = z
  .strictObject({
    ...pageSubject,
    taken: z
      .boolean()
      .meta({ description: 'Whether screenshots were taken in this campaign (`--filmstrip`)' }),
    arms: z.array(
      z.strictObject({
        arm,
        sampleId: count.nullable().meta({ description: 'Its median sample; null: it has no valid one' }),
        filmstrip: z.boolean().meta({ description: 'Whether the filmstrip of that sample is stored' }),
      }),
    ),
  })
  .meta({ id: 'Filmstrips', description: 'Which arms have a filmstrip' })

export const filmstrip = z
  .strictObject({
    ...pageSubject,
    arm,
    sampleId: count,
    round: count,
    widthPx: count.meta({ description: 'Of the page’s viewport, CSS pixels; pictures are smaller' }),
    heightPx: count,
    endMs: z.number().meta({ description: 'Last mark or change that was seen, since the first navigation' }),
    marks: z.strictObject({ fcpMs: markMs, lcpMs: markMs, loadMs: markMs }),
    droppedFrames: count.meta({ description: 'Frames that were taken and not stored' }),
    cutMs: markMs.meta({
      description:
        'When a limit was reached: what was shown from then on is unknown. Null: all of it is known',
    }),
    frames: z
      .array(
        z.strictObject({
          shownMs: z.number().meta({
            description: 'Since the start of the first navigation; negative: what stood there before',
          }),
          picture: z.string().meta({ description: 'Address of the picture, a JPEG, on this server' }),
        }),
      )
      .meta({ description: 'Each shown until the next one' }),
  })
  .meta({ id: 'Filmstrip', description: 'What the page of one load showed, and when' })

/** A picture of a filmstrip, below the API. Its name holds a hash of it: what has one address never changes. */
export const PICTURE_PATH = '/samples/:id/pictures/:name'

export const pictureParams = z.strictObject({
  id,
  name: z
    .string()
    .regex(/^[0-9a-f]{16}\.jpg$/, 'is not the name of a picture')
    .meta({ description: 'As a filmstrip names it' }),
})

export type Filmstrips = z.output<typeof filmstrips>
export type Filmstrip = z.output<typeof filmstrip>
