import { z } from 'zod'
import { arm, count } from './terms.ts'

/** Says how near page load times of a replay come to the live ones: a closed list. */
export const faithfulness = z
  .enum(['within 5 %', 'within 10 %', 'not faithful'])
  .nullable()
  .meta({ description: 'By replay / live; null: not judged' })

export const pageFidelity = z
  .strictObject({
    verdict: faithfulness,
    arm: arm.nullable().meta({ description: 'The arm that decides: the one that is furthest from live' }),
    ratio: z.number().nullable().meta({ description: 'Of that arm, replay / live' }),
    why: z.string().nullable().meta({ description: 'Why it is not judged; null where it is' }),
    unsentHints: count.meta({
      description:
        'Recorded responses whose 103 (RFC 8297) replays do not send, since the recording is older than version 2.1',
    }),
  })
  .meta({
    id: 'ReplayPageFidelity',
    description:
      'Whether replays of a page take as long as its live loads did, under all arms that have live loads',
  })

export type PageFidelity = z.output<typeof pageFidelity>
export type Faithfulness = NonNullable<PageFidelity['verdict']>
